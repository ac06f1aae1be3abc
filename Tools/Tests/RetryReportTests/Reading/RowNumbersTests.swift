import Foundation
import Testing

@testable import RetryReport

/// Rows that come twice, are missing, or come in another order than they were written.
@Suite struct RowNumbersTests {
  /// The lines of the two processes of the golden records.
  private static func lines() throws -> [String] {
    try ["1-4711-aaaaaaaaaaaa", "2-4711-bbbbbbbbbbbb"].flatMap { name in
      try Golden.text("records/nightly-\(name).jsonl").split(separator: "\n").map(String.init)
    }
  }

  private func report(_ files: [String: [String]]) async throws -> Report {
    try await read(files.mapValues { $0.joined(separator: "\n") })
  }

  @Test func `a file under two names counts once, and a problem says so`() async throws {
    let lines = try Self.lines()
    let once = try await report(["a.jsonl": lines])
    let twice = try await report([
      "a.jsonl": lines + lines, "b.jsonl": lines.reversed(), "c.jsonl": lines.map { $0 + " " },
    ])
    #expect(twice.actions.map(\.runs) == once.actions.map(\.runs))
    #expect(twice.input.rows == once.input.rows)
    // Of the lines that are skipped, two have a number.
    #expect(twice.input.skipped.repeated == 3 * (once.input.rows + 2))
    #expect(twice.input.problems.contains { $0.hasSuffix(", \(once.input.rows + 2) duplicate records") })
    #expect(!twice.input.gaps.contains { $0.contains("order") })
  }

  /// A row of a process, such as the third.
  private static func row(_ number: Int, in process: String = "aaaaaaaaaaaa") throws -> String {
    try lines()[0].replacing("\"seq\":1,", with: "\"seq\":\(number),")
      .replacing("aaaaaaaaaaaa-s", with: "\(process)-s")
  }

  @Test func `missing rows are counted and their file is named`() async throws {
    let rows = try [2, 3, 6, 7].map { try Self.row($0) }
    let report = try await report(["a.jsonl": rows, "b.jsonl": [try Self.row(1, in: "b"), try Self.row(2, in: "b")]])
    #expect(report.input.lostRows == 3)
    let problems = report.input.problems.map { $0.split(separator: "/").last }
    #expect(problems == ["a.jsonl: 3 rows missing (gaps in the sequence numbers)"])
    #expect(
      report.input.gateProblems.map { $0.hasSuffix("numbers), so the gates do not cover all records.") } == [true]
    )
    #expect(TextFormat.render(report).contains("Missing: 3 rows (gaps in the sequence numbers)."))
    #expect(try JSONFormat.render(report).contains("\"lostRows\" : 3,"))
  }

  @Test func `rows in other files and skipped rows are not missing`() async throws {
    let whole = try (1...9).map { try Self.row($0) }
    let newer = whole[1].replacing("\"v\":1,", with: "\"v\":99,")
    let unknown = whole[2].replacing("\"kind\":\"step\"", with: "\"kind\":\"future\"")
    let impossible = whole[3].replacing("\"attempt\":1", with: "\"attempt\":-1")
    let skipped = [whole[0], newer, unknown, impossible] + whole[4...]
    for files in [
      ["a.jsonl": Array(whole.prefix(4))], ["a.jsonl": Array(whole[..<5]), "b.jsonl": Array(whole[5...])],
      ["a.jsonl": skipped], ["a.jsonl": Array(skipped[..<4])], ["a.jsonl": whole, "b.jsonl": skipped],
    ] {
      let report = try await report(files)
      #expect(report.input.lostRows == 0)
      if files.count == 2 { #expect(report.input.rows == 9) }
    }
    let cut = try await report(["a.jsonl": skipped.filter { $0 != newer }])
    #expect(cut.input.lostRows == 1)
  }

  @Test func `equal row numbers of other processes are not duplicates`() async throws {
    let line = try Self.lines()[0]
    let others = [
      line.replacing("aaaaaaaaaaaa-s", with: "cccccccccccc-s"), line.replacing("nightly-1", with: "nightly-3"),
      line.replacing("\"seq\":1,", with: ""), line.replacing("\"seq\":1,", with: ""),
      line.replacing("\"seq\":1,", with: "\"seq\":0,"),
      line.replacing("\"seq\":1,", with: "\"seq\":9223372036854775807,"),
    ]
    let report = try await report(["a.jsonl": [line, line] + others])
    #expect(report.input.rows == 7)
    #expect(report.input.skipped.repeated == 1)
  }

  @Test func `rows out of order neither hide nor invent a death`() async throws {
    func row(_ kind: String, _ number: Int, _ step: Int, in process: String) -> String {
      record(kind, number, step: step).replacing("p-s", with: "\(process)-s")
    }
    func begin(_ number: Int, _ step: Int, in process: String) -> String { row("begin", number, step, in: process) }
    func end(_ number: Int, _ step: Int, in process: String) -> String { row("step", number, step, in: process) }
    let hidden = try await report(["0.jsonl": [end(2, 1, in: "a"), begin(1, 1, in: "a"), begin(1, 1, in: "b"), ""]])
    #expect(hidden.input.dead.count == 1)
    let made = try await report([
      "0.jsonl": [end(2, 1, in: "a")], "1.jsonl": [begin(1, 1, in: "a")],
      "2.jsonl": [begin(3, 2, in: "a"), end(4, 2, in: "a"), ""],
    ])
    #expect(made.input.dead.isEmpty)
  }

  @Test(
    arguments: [
      (["a1 a2 a3"], []), (["a1 b1 a2 b2"], []), (["a1 a2 b1 b2 b3"], []), (["a1 a3"], []),
      (["a1 a2", "a2 a1 a3"], []), (["a2 a1"], [0]), (["a1 a3 a2 a1"], [0]),
      (["b1 b2", "a3 a2 a1 b3"], [1]), (["a2", "a1"], [1]),
    ] as [([String], [Int])]
  )
  func `a row out of order is a problem that fails the gates`(files: [String], unordered: [Int]) async throws {
    let rows = try files.map { file in
      try file.split(separator: " ").map { try Self.row(Int($0.dropFirst()) ?? 0, in: String($0.prefix(1))) }
    }
    let report = try await report(Dictionary(uniqueKeysWithValues: zip(["0.jsonl", "1.jsonl"], rows)))
    let problems = unordered.map { "/\($0).jsonl: rows are not in the order in which they were written" }
    #expect(report.input.problems.filter { $0.contains("order") } == problems)
    let gates = Gates(exhausted: true).problems(report).filter { $0.contains("order") }
    #expect(gates.count == problems.count)
    #expect(gates.allSatisfy { $0.hasSuffix(" were written, so the gates do not cover all records.") })
    #expect(report.input.rows == Set(files.flatMap { $0.split(separator: " ") }).count)
  }
}
