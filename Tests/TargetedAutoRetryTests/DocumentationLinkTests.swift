import Foundation
import Testing

/// The pages of the repository lead to files that are there.
@Suite struct DocumentationLinkTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL

  @Test func `each link of a page, and each path that it names, is that of a file`() throws {
    let pages = try Self.pages()
    #expect(pages.count > 30)
    for page in pages {
      let text = try String(contentsOf: page, encoding: .utf8)
      let folder = page.deletingLastPathComponent()
      let links = text.matches(of: /(?:\]\(|src(?:set)?=")([^)"#\s]+)/).map { String($0.1) }
      for link in links where !link.contains(":") {
        // DocC looks for pictures by their names.
        let isThere = Self.exists(link, in: folder) || Self.exists("Resources/\(link).png", in: folder)
        #expect(isThere, "\(page.path) leads to \(link)")
      }
      let paths = text.matches(of: /`((?:\.ci|Benchmarks|Docs|Examples|Sources|Tests|Tools)\/[\w.\/-]+)`/)
        .map { String($0.1) }
      // The tests of the shop are the reader's.
      for path in paths where !path.contains("/ShopTests/") {
        #expect(Self.exists(path, in: Self.root) || Self.exists(path, in: folder), "\(page.path) names \(path)")
      }
    }
  }

  @Test func `the index has each page of the catalogue`() throws {
    let catalogue = "../Sources/TargetedAutoRetry/TargetedAutoRetry.docc"
    let docs = Self.root.appendingPathComponent("Docs")
    let pages = try FileManager.default.contentsOfDirectory(atPath: docs.appendingPathComponent(catalogue).path)
      .filter { $0.hasSuffix(".md") && $0 != "TargetedAutoRetry.md" }
    #expect(pages.count > 20)
    let index = try String(contentsOf: docs.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(pages.filter { !index.contains("](\(catalogue)/\($0))") } == [])
  }

  private static func exists(_ path: String, in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).standardizedFileURL.path)
  }

  /// What is built is in hidden folders.
  private static func pages() throws -> [URL] {
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    )
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "md" }
  }
}
