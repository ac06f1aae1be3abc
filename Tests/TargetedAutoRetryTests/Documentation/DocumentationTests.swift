import Foundation
import Testing

@Suite struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL

  /// README and all pages of the documentation, with the Swift blocks they have.
  private static let pages: [(path: String, blocks: [String])] = {
    let docs =
      FileManager.default.enumerator(atPath: root.appendingPathComponent("Docs").path)?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "Docs/\($0)" } ?? []
    return (["README.md"] + docs.sorted()).map { path in (path, swiftBlocks(in: read(path))) }
  }()

  /// The lines that the compiler reads, without indentation.
  private static let compiled = ["TargetedAutoRetryTests/Documentation", "AppleContract/Sources/UITests6"]
    .flatMap { folder in
      let names =
        (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Tests/\(folder)").path))
        ?? []
      return names.filter { $0.hasSuffix(".swift") && $0 != "DocumentationTests.swift" }.map {
        read("Tests/\(folder)/\($0)")
      }
    }
    .map(unindented)
    .joined(separator: "\n")

  @Test func `there are examples`() {
    #expect(Self.pages.count >= 5)
    #expect(Self.pages.flatMap(\.blocks).count >= 5)
  }

  @Test(arguments: pages.flatMap { page in page.blocks.map { (page.path, $0) } })
  func `every example is compiled`(page: String, block: String) {
    #expect(Self.compiled.contains(Self.unindented(block)), "an example in \(page) is in no compiled file")
  }

  @Test func `README is no longer than a reader's patience`() {
    #expect(Self.read("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
  }

  private static func read(_ path: String) -> String {
    (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  private static func swiftBlocks(in text: String) -> [String] {
    text.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
  }

  private static func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }
}
