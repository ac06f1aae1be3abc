import Foundation
import Testing

@testable import TargetedAutoRetry

@Suite struct RepositoryPathTests {
  @Test func `paths are relative to the repository, or else to the folder`() throws {
    try withTemporaryFolder { folder in
      let sources = folder.appendingPathComponent("repository/Tests")
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      let file = sources.appendingPathComponent("A.swift")
      try Data().write(to: file)
      #expect(file.path.pathInRepository(orIn: folder.path) == "repository/Tests/A.swift")
      #expect(file.path.pathInRepository(orIn: "/elsewhere") == nil)
      try Data().write(to: folder.appendingPathComponent("repository/.git"))
      #expect(file.path.pathInRepository(orIn: folder.path) == "Tests/A.swift")
      let missing = sources.appendingPathComponent("B.swift")
      #expect(missing.path.pathInRepository(orIn: folder.path) == nil)
    }
  }

  @Test func `a missing file is named by its module`() {
    let site = CallSite("ShopTests/A.swift", "/not/here/ShopTests/A.swift", 1, 1)
    #expect(site.pathInRepository == "ShopTests/A.swift")
  }
}
