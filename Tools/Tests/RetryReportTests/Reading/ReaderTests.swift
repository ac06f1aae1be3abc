import Foundation
import Testing

@testable import RetryReport

@Suite struct ReaderTests {
  private static let row =
    (try? Golden.text("records/nightly-1-4711-aaaaaaaaaaaa.jsonl"))?.split(separator: "\n").first.map(String.init) ?? ""

  /// The row as another of the same process.
  private static func row(_ number: Int) -> String { row.replacing("\"seq\":1,", with: "\"seq\":\(number),") }

  @Test func `a folder is read to any depth, and no file twice`() async throws {
    let files = ["a.jsonl": 1, "b/c.jsonl/d.jsonl": 2, "e.txt": 3, "f.json": 4, "g.jsonl.zip": 5].mapValues(Self.row)
    let report = try await read(files, ["", "/./a.jsonl", "/e.txt"])
    #expect(report.input.files == 3)
    #expect(report.input.rows == 3)
    #expect(report.input.skipped.repeated == 0)
    let ignored = "/f.json, /g.jsonl.zip: ignored, because records end in .jsonl or .jsonl.gz"
    #expect(report.input.problems == [ignored])
  }

  @Test func `missing files are named`() async throws {
    let report = try await read([:], ["/nowhere", ""])
    #expect(report.input.problems == ["/nowhere: no such file or folder", ": contains no .jsonl file"])
    #expect(report.input.rows == 0)
  }

  @Test func `actions beyond a limit are counted together`() async throws {
    let rows = (0...ActionNames.most).map {
      Self.row($0 + 1).replacing(/"action":"[^"]*"/, with: "\"action\":\"Order \($0)\"")
    }
    let report = try await read(["a.jsonl": rows.joined(separator: "\n")])
    #expect(report.actions.count == ActionNames.most + 1)
    #expect(report.actions.contains { $0.action == ActionNames.others })
    #expect(report.input.problems.map { $0.prefix(34) } == ["There are more than 10000 actions."])
  }

  @Test func `links are followed, even in a circle`() async throws {
    try await withTemporaryFolder { folder in
      let real = folder.appendingPathComponent("real")
      try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
      try Data(Self.row.utf8).write(to: real.appendingPathComponent("a.jsonl"))
      let links = [("link", real), ("real/circle", real), ("real/b.jsonl", real.appendingPathComponent("a.jsonl"))]
      for (name, target) in links {
        try FileManager.default.createSymbolicLink(at: folder.appendingPathComponent(name), withDestinationURL: target)
      }
      for path in ["link", "real", "", "real/b.jsonl"] {
        let report = await RecordReader([folder.appendingPathComponent(path).path]).report()
        #expect(report.input.rows == 1, "\(path)")
        #expect(report.input.problems == [], "\(path)")
      }
    }
  }

  @Test(arguments: 1_022...1_027)
  func `a file is found below a folder whose path is long`(length: Int) async throws {
    try await withTemporaryFolder { folder in
      var path = folder.resolvingSymlinksInPath().path
      while path.utf8.count < length {
        let rest = length - path.utf8.count - 1
        path += "/" + String(repeating: "e", count: rest > 202 ? 200 : rest)
      }
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(FileManager.default.createFile(atPath: "\(path)/a.jsonl", contents: Data(Self.row.utf8)))
      let report = await RecordReader([folder.path]).report()
      #expect(report.input.rows == 1 && report.input.problems == [])
    }
  }

  @Test func `pipes and devices are named and not read`() async throws {
    try await withTemporaryFolder { folder in
      #expect(mkfifo(folder.appendingPathComponent("pipe.jsonl").path, 0o600) == 0)
      let zero = folder.appendingPathComponent("zero.jsonl").path
      try FileManager.default.createSymbolicLink(atPath: zero, withDestinationPath: "/dev/zero")
      let problems = await RecordReader([folder.path]).report().input.problems
      #expect(problems == ["pipe", "zero"].map { "\(folder.path)/\($0).jsonl: is not a file" })
    }
  }

  @Test func `lines may end in any line break, and the last without one`() async throws {
    let report = try await read(["a.jsonl": "\n\n\(Self.row)\r\n \n\(Self.row(2))"])
    #expect(report.input.rows == 2)
    #expect(report.input.skipped.total == 0)
  }

  @Test func `lines that are too long or not text are skipped`() async throws {
    let endless = String(repeating: "x", count: DecodedFile.longestLine + DecodedFile.chunkSize * 3)
    let report = try await read(["a.jsonl": "\u{0}\u{1}\u{2}\n\(endless)\n\(Self.row)\n\(Self.row(2))\n\(endless)"])
    #expect(report.input.rows == 2)
    #expect(report.input.skipped == SkippedLines(torn: 3))
  }

  @Test func `lines that are not records are skipped, and a problem says why`() async throws {
    let foreign = ["v", "kind", "step_id", "run_id"].enumerated().map { number, key in
      Self.row(number + 2).replacing("\"\(key)\":", with: "\"other\":")
    }
    let others = ["[]", "3", Self.row(6).replacing("\"kind\":\"step\"", with: "\"kind\":\"pause\""), Self.row, "{"]
    let newer = [Self.row(7).replacing("\"v\":1,", with: "\"v\":2,"), #"{"v":2,"kind":[]}"#]
    let report = try await read(["a.jsonl": ([Self.row] + foreign + others + newer).joined(separator: "\n")])
    #expect(report.input.rows == 1)
    #expect(report.input.skipped == SkippedLines(torn: 1, foreign: 2, unreadable: 5, newer: 2, repeated: 1))
    let skipped =
      "1 torn line, 2 lines that are not records, 5 records of an unknown kind or with impossible values, "
      + "2 lines of a newer version, 1 duplicate record"
    // A record without a step belongs to no process.
    let missing = "1 row missing (gaps in the sequence numbers)"
    #expect(report.input.problems == ["/a.jsonl: skipped \(skipped)", "/a.jsonl: \(missing)"])
    #expect(TextFormat.render(report).contains("Skipped: \(skipped). Missing: 1 row "))
  }

  private static func begin(_ number: Int) -> String { record("begin", number, step: number) }

  private static func end(_ number: Int, of open: String) -> String {
    record("end", number, ",\"open_steps\":\"\(open)\"", step: 0)
  }

  @Test func `a row may omit empty keys`() async throws {
    let report = try await read(["a.jsonl": Self.begin(1)])
    #expect(report.input.skipped.total == 0)
    #expect(report.input.dead.map(\.sentence) == ["A process died during Pay (Steps.swift:1)."])
    // Without an outcome, a step did not succeed.
    let step = try await read(["a.jsonl": record("step", 1).replacing(",\"outcome\":\"passed\"", with: "")])
    #expect(step.actions.map(\.failed) == [1])
  }

  @Test func `a full disk or missing row is not a death, but fails gates`() async throws {
    let cases: [(file: String, begun: [Int], isCovered: Bool)] = [
      (Self.begin(1), [1], true), (String(Self.begin(1).dropLast()), [], false),
      // A process that is killed while it writes.
      (Self.begin(1) + "\n{\"v\":1,\"ki", [1], false), (String(Self.end(1, of: "").dropLast()), [], true),
      (Self.begin(1) + Self.begin(3), [3], false), (Self.begin(1) + Self.end(3, of: "p-s1"), [], false),
      (Self.begin(1).replacing("\"seq\":1,", with: "\"seq\":\(Int.min),") + Self.begin(2), [1], false),
      (Self.begin(1).replacing("\"v\":1", with: "\"v\":2"), [], false),
    ]
    for (file, begun, isCovered) in cases {
      let report = try await read(["a.jsonl": file])
      #expect(report.input.dead.map { $0.place?.line } == begun, "\(file)")
      #expect(report.input.gateProblems.isEmpty == isCovered, "\(file)")
    }
    // Another file has the rest, or all of it; if the rest comes first, it is a problem, but not a death.
    for rest in [Self.end(2, of: ""), Self.begin(1) + Self.end(2, of: "")] {
      for (first, second) in [("a", "b"), ("b", "a")] {
        let report = try await read(["\(first).jsonl": Self.begin(1), "\(second).jsonl": rest])
        #expect(report.input.dead.isEmpty)
      }
    }
    // The row of a finished step is missing, and its process died later.
    let rows = [Self.begin(1), Self.begin(3), Self.row.replacing("\"seq\":1,", with: "\"seq\":4,") + "\n"]
    let file = rows.joined().replacing("aaaaaaaaaaaa-s1", with: "p-s3").replacing("nightly-1", with: "r")
    let after = try await read(["a.jsonl": file])
    #expect(after.input.dead.map { $0.sentence.prefix(28) } == ["A process died after Launch "])
  }

  @Test(arguments: [(end: 3, died: 1), (4, 0)])
  func `a test that failed once is not passed`(end: Int, died: Int) async throws {
    let attempt = Self.row(2).replacing(#""kind":"step","unit":"step""#, with: #""kind":"attempt","unit":"test""#)
    let others = [Self.begin(1), Self.end(end, of: "")].map {
      $0.replacing("p-s", with: "aaaaaaaaaaaa-s2").replacing("\"r\"", with: "\"nightly-1\"")
    }
    let report = try await read(["a.jsonl": others[0] + attempt + "\n" + others[1]])
    #expect(report.input.rows == 3)
    #expect(report.actions.map(\.died).reduce(0, +) == died)
    #expect(Gates(exhausted: true).failures(report).isEmpty == (died == 0))
  }
}
