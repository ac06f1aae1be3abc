import Foundation
import Testing

@testable import TargetedAutoRetry

@Suite struct AttachmentTests {
  /// Runs a step with that number of failures, with records in the folder.
  ///
  /// - Returns: The rows, the log lines about attachments, the attachments of the tests, and the warnings.
  private func run(
    in folder: URL,
    by process: RecordingProcess = .sample(),
    failures: Int = 1,
    hook: @escaping @Sendable (AttemptEvidence) -> Void
  ) throws -> (rows: [Row], log: [String], attached: [String], warnings: [String]) {
    let attached = Locked<[String]>([])
    let warnings = Locked<[String]>([])
    let file = RecordFile(directory: folder.path, process: process) { warning in
      warnings.withLock { $0.append(warning) }
    }
    var bench = Workbench(evidence: { if $0.failure != nil { hook($0) } })
    bench.stores = file
    bench.attaches = { name in attached.withLock { $0.append(name) } }
    bench.run { bench.step("Show", until: { RetryAttempt.current?.number == failures + 1 }) }
    return (
      try Row.rows(in: folder).rows,
      bench.log.filter { $0.hasPrefix("♻️♻️♻️📎 ") },
      attached.withLock { $0 },
      warnings.withLock { $0 }
    )
  }

  private func contents(of row: Row?, in folder: URL) throws -> [Data] {
    let paths = try #require(row)["attachments"].split(separator: " ")
    return try paths.map { try Data(contentsOf: folder.appendingPathComponent("\($0)")) }
  }

  @Test func `a picture of a failed attempt is attached and recorded`() throws {
    try withTemporaryFolder { folder in
      let (rows, log, attached, warnings) = try run(in: folder, failures: 2) { attempt in
        attempt.attach(Data("picture \(attempt.number)".utf8), named: "screen.png")
        if attempt.number == 1 { attempt.attach([], named: "empty.txt") }
      }
      #expect(attached == ["screen.png", "empty.txt", "screen.png"])
      let paths = rows.map { $0["attachments"].split(separator: " ").map(String.init) }
      #expect(paths.map(\.count) == [2, 1, 0])
      #expect(
        try rows.flatMap { try contents(of: $0, in: folder) } == ["picture 1", "", "picture 2"].map { Data($0.utf8) }
      )
      #expect(
        log == [
          "♻️♻️♻️📎 [ATTACHMENT: 0] Show: screen.png (9 bytes): \(paths[0][0])",
          "♻️♻️♻️📎 [ATTACHMENT: 0] Show: empty.txt (0 bytes): \(paths[0][1])",
          "♻️♻️♻️📎 [ATTACHMENT: 1] Show: screen.png (9 bytes): \(paths[1][0])",
        ]
      )
      #expect(warnings.isEmpty)
      for row in rows { try RecordSchema().check(row) }
    }
  }

  @Test(arguments: [
    ("screen.png", "screen.png"), ("../../../etc/passwd", "_.._.-#._etc_pas"), ("a b\u{0}c/d.png", "a_b_c_d-#.png"),
    ("", "attachment"), ("...", "attachment-#"), (".jsonl", "jsonl-#"), ("rows.jsonl", "rows-#.txt"),
    ("größer.JPG", "größer.JPG"), ("🙈.png", "_-#.png"), ("con.", "con."), ("сервер.txt", "сервер.txt"),
    (String(repeating: "x", count: 300) + ".png", String(repeating: "x", count: 30) + "-#.png"),
    ("x." + String(repeating: "y", count: 300), "x-#.yyyyyyyy"),
    ("e" + String(repeating: "\u{301}", count: 300) + ".png", "_-#.png"),
  ])
  func `no name leaves the folder, or is taken for records`(name: String, safe: String) {
    #expect(AttachedFile(name: name, bytes: []).safeName == safe.replacing("#", with: name.stableHash))
  }

  @Test func `different names stay different`() {
    let names = [
      "rows.jsonl", "rows.txt", "a b.txt", "a_b.txt", "a/b.txt", "🙈.txt", "🙉.txt", "_.txt",
      String(repeating: "x", count: 31) + ".txt",
    ]
    let safe = names.map { AttachedFile(name: $0, bytes: []).safeName }
    #expect(Set(safe).count == names.count)
  }

  @Test func `an attachment that is too large is left out and logged`() throws {
    try withTemporaryFolder { folder in
      let (rows, log, attached, _) = try run(in: folder) { attempt in
        attempt.attach([UInt8](repeating: 0, count: AttachedFile.mostBytes), named: "large.png")
        attempt.attach([UInt8](repeating: 0, count: AttachedFile.mostBytes + 1), named: "larger.png")
      }
      #expect(attached == ["large.png"])
      #expect(rows.first?["attachments"].split(separator: " ").count == 1)
      #expect(
        log.filter { $0.contains("not kept") } == [
          "♻️♻️♻️📎 [ATTACHMENT: 0] Show: larger.png, not kept: it has more than 10 MB"
        ]
      )
    }
  }

  @Test func `a collection that is too large is not read to its end`() throws {
    var asked = 0
    let endless = (0..<Int.max).lazy.map { number in
      asked += 1
      return UInt8(truncatingIfNeeded: number)
    }
    #expect(AttachedFile(name: "endless.png", bytes: endless, atMost: 9).bytes == Array(0...9))
    #expect(asked == 10)
  }

  @Test func `any collection of bytes can be attached`() throws {
    try withTemporaryFolder { folder in
      let (rows, _, attached, _) = try run(in: folder) { attempt in
        attempt.attach((0..<9).lazy.filter { $0 > 3 }.map(UInt8.init), named: "few.png")
        attempt.attach(Data([1, 2, 3]).dropFirst(), named: "two.png")
      }
      #expect(attached == ["few.png", "two.png"])
      #expect(try contents(of: rows.first, in: folder) == [Data([4, 5, 6, 7, 8]), Data([2, 3])])
    }
  }

  @Test func `all files are kept, and the row lists as many as fit`() throws {
    try withTemporaryFolder { folder in
      let process = RecordingProcess.sample(["AUTO_RETRY_RUN_ID": String(repeating: "x", count: 99)])
      let (rows, _, attached, _) = try run(in: folder, by: process) { attempt in
        for number in 1...40 { attempt.attach([1], named: "\(number)" + String(repeating: "x", count: 99) + ".jsonl") }
      }
      #expect(attached.count == 40)
      let attachments = folder.appendingPathComponent(process.attachmentFolderName).path
      #expect(try FileManager.default.contentsOfDirectory(atPath: attachments).count == 40)
      let paths = try #require(rows.first)["attachments"].split(separator: " ")
      #expect(paths.count >= 8 && paths.count < 40)
      for path in paths {
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("\(path)").path))
      }
    }
  }

  @Test func `attachments with the same name are separate files`() throws {
    try withTemporaryFolder { folder in
      let (rows, _, _, _) = try run(in: folder) { attempt in
        DispatchQueue.concurrentPerform(iterations: 8) { attempt.attach([UInt8($0)], named: "screen.png") }
      }
      #expect(try Set(contents(of: rows.first, in: folder)) == Set((0..<8).map { Data([$0]) }))
    }
  }

  @Test func `links and files in place of the folder are not followed`() throws {
    try withTemporaryFolder { folder in
      let process = RecordingProcess.sample()
      let attachments = folder.appendingPathComponent(process.attachmentFolderName)
      let file = RecordFile(directory: folder.path, process: process) { Issue.record(Comment(rawValue: $0)) }
      let step = StepID.next()
      let name = "\(process.name(of: step))-a1-screen.png"
      let target = folder.appendingPathComponent("target")
      try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: attachments.appendingPathComponent(name),
        withDestinationURL: target
      )
      let path = file.store(AttachedFile(name: "screen.png", bytes: [1]), of: 1, in: step)
      #expect(path == "\(attachments.lastPathComponent)/2-\(name)")
      #expect(!FileManager.default.fileExists(atPath: target.path))

      try FileManager.default.removeItem(at: attachments)
      try Data().write(to: attachments)
      let (rows, _, attached, warnings) = try run(in: folder, failures: 2) { $0.attach([1], named: "screen.png") }
      #expect(rows.allSatisfy { $0["attachments"].isEmpty })
      #expect(attached.count == 2)
      #expect(warnings.count == 1)
    }
  }

  #if os(Linux)
    @Test func `Swift Testing keeps attachments too, if it has a folder`() async throws {
      let log = try await Fixtures.runSwiftTesting("RecordSuiteFixture/attaches").log
      // The hook runs before the log has the attempt.
      let last = zip(log, log.dropFirst()).first { $0.1.contains("[RETRY INFO: 0]") }?.0
      let text = "[HINT] Attachments are not stored in files here. To store them, set AUTO_RETRY_REPORT to a folder."
      #expect(last?.contains(text) == true, "\(log)")
      try await withTemporaryFolder { folder in
        let run = try await Fixtures.runSwiftTesting(
          "RecordSuiteFixture/attaches",
          arguments: ["--attachments-path", folder.path]
        )
        #expect(run.exitCode == 0, "\(run.output)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count == 1)
        #expect(try files.map { try String(contentsOf: $0, encoding: .utf8) } == ["picture"])
        let line = "[RecordSuiteFixture/attaches()] ♻️♻️♻️📎 [ATTACHMENT: 0] Show: ../screen 1.png (7 bytes)"
        #expect(run.log.contains(line))
      }
    }
  #endif
}
