import Foundation
import Testing

@testable import RetryReport

@Suite struct CodeOwnersTests {
  /// Each pattern with a file, and whether it matches; the first rows are examples of GitHub's documentation.
  static let rows: [(pattern: String, file: String, matches: Bool)] = [
    ("*", "a/b.swift", true), ("*.js", "a/b.js", true), ("*.js", "a/b.jsx", false),
    ("/build/logs/", "build/logs/a/b.txt", true), ("/build/logs/", "x/build/logs/a.txt", false),
    ("docs/*", "docs/a.md", true), ("docs/*", "docs/build/a.md", false),
    ("apps/", "x/apps/a.swift", true), ("apps/", "apps", false),
    ("/docs/", "docs/a.md", true), ("/docs/", "x/docs/a.md", false),
    ("**/logs", "build/logs/a.txt", true), ("**/logs", "a/b/logs/c/d.txt", true),
    ("/Tests/**/Map*.swift", "Tests/UI/Screens/MapTests.swift", true),
    ("/Tests/**/Map*.swift", "Tests/MapTests.swift", true), ("/Tests/Map*", "Tests/UI/MapTests.swift", false),
    ("Tests", "Tests/ShopTests/Steps.swift", true), ("Test", "Tests/a.swift", false), ("/", "a", false),
  ]

  @Test(arguments: rows) func `a pattern matches like those of GitHub`(row: (String, String, Bool)) {
    #expect((CodeOwners("\(row.0) @shop").owners(of: row.1) == "@shop") == row.2)
  }

  @Test func `the last matching pattern decides a file's owners`() {
    let owners = CodeOwners("# all\n* @all # everybody\n\n[Section]\n/a/ @a mail@shop.example\n!/b @b\n/a/free\r\n")
    #expect(owners.owners(of: "x.swift") == "@all")
    #expect(owners.owners(of: "a/x.swift") == "@a mail@shop.example")
    #expect(owners.owners(of: "a/free") == nil && owners.owners(of: "b") == "@all")
    #expect(CodeOwners().owners(of: "x") == nil)
  }

  @Test func `the file of the repository around a folder is read`() async throws {
    try await withTemporaryFolder { folder in
      let files = FileManager.default
      for name in [".git", ".github", "Tools/Sources"] {
        try files.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      try Data("* @second".utf8).write(to: folder.appendingPathComponent("CODEOWNERS"))
      let tools = folder.appendingPathComponent("Tools/Sources").path
      #expect(CodeOwners.ofRepository(around: tools).owners(of: "x") == "@second")
      try Data("* @first".utf8).write(to: folder.appendingPathComponent(".github/CODEOWNERS"))
      #expect(CodeOwners.ofRepository(around: tools).owners(of: "x") == "@first")
    }
  }
}
