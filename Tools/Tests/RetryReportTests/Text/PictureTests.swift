import Foundation
import Testing

@testable import RetryReport

@Suite struct PictureTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  private func render(_ bytes: [UInt8]?, name: String = "run-attachments/abc-s1-a1-screen.png", pageBytes: Int = 0)
    async throws
    -> String
  {
    try await withTemporaryFolder { folder in
      let attachment = Attachment(folder: folder.path, path: name)
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      if let bytes { try Data(bytes).write(to: file) }
      var pictures = Pictures(pageBytes: pageBytes, pageFolder: folder.appendingPathComponent("pages/of me").path)
      return pictures.render(attachment)
    }
  }

  @Test func `a picture is part of the page, and has its name`() async throws {
    let picture = try await render(Self.png)
    #expect(picture.contains(#"alt="screen.png" src="data:image/png;base64,iVBORw==""#))
  }

  @Test func `what only has the name of a picture is a link`() async throws {
    #expect(
      try await render(Array("<script>".utf8))
        == #"<a href="../../run-attachments/abc-s1-a1-screen.png">screen.png</a>"#
    )
  }

  @Test func `a picture that is gone is a word`() async throws {
    #expect(try await render(nil) == #"<span class="note">screen.png is not there any more.</span>"#)
  }

  @Test func `pictures for which a page has no room are links`() async throws {
    let bytes = Self.png + [UInt8](repeating: 0, count: 3_000_000)
    #expect(try await render(bytes, pageBytes: Pictures.largestPage - 4_100_000).hasPrefix("<label"))
    #expect(try await render(bytes, pageBytes: Pictures.largestPage - 4_000_000).hasPrefix("<a href="))
    #expect(try await render(Self.png, pageBytes: .max).hasPrefix("<a href="))
  }

  @Test func `a page stays under its limit, with all its pictures`() async throws {
    try await withTemporaryFolder { folder in
      let bytes = Self.png + [UInt8](repeating: 0, count: 2_000_000)
      let paths = try (1...9).map { number in
        let path = "run-attachments/abc-s1-a\(number)-screen.png"
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return path
      }
      var rows: [Row] = []
      for (index, path) in paths.enumerated() {
        var row = Row.sample(kind: "attempt", outcome: "failed", attempt: index + 1, cause: "condition")
        row.attachmentPaths = path
        row.folder = folder.path
        rows.append(row)
      }
      rows.append(.sample(outcome: "recovered", attempt: 10, cause: "condition", cure: "retrying"))
      let page = HTMLFormat.render(FullReport(rows), in: folder.path)
      #expect(page.utf8.count < Pictures.largestPage)
      #expect(page.matches(of: /<label class="picture"/).count == 7)
      #expect(page.matches(of: /<a href="run-attachments\/abc-s1-a[89]-screen.png">/).count == 2)
    }
  }

  @Test(arguments: [
    "../secret.png", "/etc/passwd", "run/../../secret.png", "run/.hidden", ".ssh/id", "run", "a/b/c.png",
    "run/x\u{0}.png",
    "run//x.png", "", "run\\x.png",
  ])
  func `a path that leaves the folder of the records is no attachment`(path: String) {
    #expect(Attachment.all(in: path, folder: "/records") == [])
  }

  @Test func `a link, a pipe and a folder in the place of a picture are not followed, waited for or read`() async throws
  {
    try await withTemporaryFolder { folder in
      let run = folder.appendingPathComponent("run")
      try FileManager.default.createDirectory(at: run, withIntermediateDirectories: true)
      let secret = folder.appendingPathComponent("secret.png")
      try Data(Self.png).write(to: secret)
      try FileManager.default.createSymbolicLink(at: run.appendingPathComponent("link"), withDestinationURL: secret)
      #expect(mkfifo(run.appendingPathComponent("pipe").path, 0o600) == 0)
      try FileManager.default.createDirectory(
        at: run.appendingPathComponent("folder"),
        withIntermediateDirectories: true
      )
      var pictures = Pictures(pageBytes: 0, pageFolder: folder.path)
      for name in ["link", "pipe", "folder"] {
        #expect(pictures.render(Attachment(folder: folder.path, path: "run/\(name)")).hasPrefix("<span"))
      }
    }
  }

  @Test func `a folder that is a link out of the records is not followed, and one that stays in them is`() async throws
  {
    try await withTemporaryFolder { folder in
      let files = FileManager.default
      let (records, secret) = (
        folder.appendingPathComponent("records"), folder.appendingPathComponent("records-secret")
      )
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
          var pictures = Pictures(pageBytes: 0, pageFolder: folder.path)
          return Pictures.isPicture(pictures.render(Attachment(folder: path, path: "\($0)/a.png")))
        }
        #expect(shown == ["inside", "in"])
      }
    }
  }
}
