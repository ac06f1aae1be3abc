import Foundation
import Testing

@testable import RetryReport

@Suite struct PictureTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  private func render(_ bytes: [UInt8]) async throws -> HTML {
    try await withTemporaryFolder { folder in
      let attachment = Attachment(folder: folder.path, path: "run-attachments/abc-s1-a1-screen.png")
      let file = URL(fileURLWithPath: attachment.fullPath)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
      var pictures = Pictures(pageFolder: folder.appendingPathComponent("pages/of me").path)
      return pictures.render(attachment)
    }
  }

  @Test func `a picture is embedded in the page, with its name`() async throws {
    let picture = try await render(Self.png)
    #expect(picture.text.contains(#"alt="screen.png" src="data:image/png;base64,iVBORw==""#))
  }

  @Test func `a file that only has the name of a picture is a link`() async throws {
    #expect(
      try await render(Array("<script>".utf8))
        == #"<a href="../../run-attachments/abc-s1-a1-screen.png">screen.png</a>"#
    )
  }

  @Test func `pictures beyond the limit of a page are links`() async throws {
    try await withTemporaryFolder { folder in
      let picture = Attachment(folder: folder.path, path: "run/abc-s1-a1-screen.png")
      let file = URL(fileURLWithPath: picture.fullPath)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Self.png + [UInt8](repeating: 0, count: 3_000_000)).write(to: file)
      var pictures = Pictures(pageFolder: folder.path)
      let rendered = (0..<6).map { _ in pictures.render(picture) }
      #expect(rendered.map(Pictures.isPicture) == (0..<6).map { $0 < 4 })
      #expect(rendered[5] == #"<a href="run/abc-s1-a1-screen.png">screen.png</a>"#)
    }
  }

  @Test(arguments: [
    "../secret.png", "/etc/passwd", "run/../../secret.png", "run/.hidden", ".ssh/id", "run", "a/b/c.png",
    "run/x\u{0}.png", "run//x.png", "", "run\\x.png",
  ])
  func `a path outside the records folder is not an attachment`(path: String) {
    #expect(Attachment.all(in: path, folder: "/records") == [])
  }

  @Test func `only links to folders inside the records are followed`() async throws {
    try await withTemporaryFolder { folder in
      let files = FileManager.default
      let records = folder.appendingPathComponent("records")
      let secret = folder.appendingPathComponent("records-secret")
      for folder in [records.appendingPathComponent("inside"), secret] {
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.png).write(to: folder.appendingPathComponent("a.png"))
      }
      let links = ["out": "../records-secret", "whole": secret.path, "in": "inside", "twice": "out", "gone": "nowhere"]
      for (name, target) in links {
        try files.createSymbolicLink(atPath: records.appendingPathComponent(name).path, withDestinationPath: target)
      }
      try files.createSymbolicLink(atPath: folder.appendingPathComponent("link").path, withDestinationPath: "records")
      let up = String(repeating: "../", count: files.currentDirectoryPath.split(separator: "/").count)
      let paths = ["records", "link", "records/."].map { folder.appendingPathComponent($0).path }
      for path in paths + [up + paths[0].dropFirst()] {
        let shown = ["inside", "in", "out", "whole", "twice", "gone"].filter {
          var pictures = Pictures(pageFolder: folder.path)
          return Pictures.isPicture(pictures.render(Attachment(folder: path, path: "\($0)/a.png")))
        }
        #expect(shown == ["inside", "in"])
      }
    }
  }
}
