import Foundation
import Testing

@testable import RetryReport

/// Rows that come twice, or in another order than they were written.
@Suite struct RowOrderTests {
  /// The lines of the two processes of the golden records.
  private static func lines() throws -> [String] {
    try ["1-4711-aaaaaaaaaaaa", "2-4711-bbbbbbbbbbbb"].flatMap { name in
      try Golden.text("records/nightly-\(name).jsonl").split(separator: "\n").map(String.init)
    }
  }

  private func report(_ files: [String: [String]]) async throws -> Report {
    try await read(files.mapValues { $0.joined(separator: "\n") })
  }

  enum Order: CaseIterable {
    case asWritten, backwards, sorted, shuffled, stepsFirst, torn
  }

  @Test(arguments: Order.allCases) func `the order of rows in a file changes nothing`(order: Order)
    async throws
  {
    var lines = try Self.lines()
    if order == .torn { lines.append(String(lines[0].prefix(40))) }
    var random = SeededGenerator(seed: 7)
    let ordered =
      switch order {
      case .asWritten: lines
      case .backwards: Array(lines.reversed())
      case .sorted: lines.sorted()
      case .shuffled: lines.shuffled(using: &random)
      case .stepsFirst:
        lines.filter { !$0.contains("\"attempt\",\"unit") } + lines.filter { $0.contains("\"attempt\",\"unit") }
      // Rows wait for a torn row, which never comes.
      case .torn: [lines[lines.count - 1]] + lines.dropLast()
      }
    let expected = TextFormat.render(try await report(["a.jsonl": lines]))
    #expect(TextFormat.render(try await report(["a.jsonl": ordered])) == expected)
  }

  @Test func `a file under two names counts once, and a problem says so`() async throws {
    let lines = try Self.lines()
    let once = try await report(["a.jsonl": lines])
    let twice = try await report([
      "a.jsonl": lines + lines, "b.jsonl": lines.reversed(), "c.jsonl": lines.map { $0 + " " },
    ])
    #expect(twice.actions.map(\.runs) == once.actions.map(\.runs))
    #expect(twice.input.rows == once.input.rows)
    #expect(twice.input.skipped.repeated == 3 * once.input.rows)
    let skipped = once.input.problems[0].split(separator: ": ")[1]
    #expect(twice.input.problems.contains("/b.jsonl: \(skipped), \(once.input.rows) duplicate records"))
  }

  /// A row of a process, such as the third.
  private static func row(_ number: Int, in process: String = "aaaaaaaaaaaa") throws -> String {
    try lines()[0].replacing("\"seq\":1,", with: "\"seq\":\(number),")
      .replacing("aaaaaaaaaaaa-s", with: "\(process)-s")
  }

  @Test func `missing rows are counted, and the file of their process is named`() async throws {
    let rows = try [2, 3, 6, 7].map { try Self.row($0) }
    let report = try await report(["a.jsonl": rows, "b.jsonl": [try Self.row(1, in: "b"), try Self.row(2, in: "b")]])
    #expect(report.input.lostRows == 3)
    let problems = report.input.problems.map { $0.split(separator: "/").last }
    #expect(problems == ["a.jsonl: 3 rows missing (gaps in the sequence numbers)"])
    #expect(TextFormat.render(report).contains("Missing: 3 rows (gaps in the sequence numbers)."))
    #expect(try JSONFormat.render(report).contains("\"lostRows\" : 3,"))
  }

  @Test func `rows in another file, rows to come and skipped rows do not count as missing`() async throws {
    let whole = try (1...9).map { try Self.row($0) }
    let newer = whole[1].replacing("\"v\":1,", with: "\"v\":99,")
    let unknown = whole[2].replacing("\"kind\":\"step\"", with: "\"kind\":\"future\"")
    let incomplete = whole[3].replacing("\"stopped_by\":", with: "\"other\":")
    let skipped = [whole[0], newer, unknown, incomplete] + whole[4...]
    for files in [
      ["a.jsonl": Array(whole.prefix(4))], ["a.jsonl": Array(whole[5...]), "b.jsonl": Array(whole[..<5])],
      ["a.jsonl": skipped], ["a.jsonl": skipped.reversed()], ["a.jsonl": Array(skipped[..<4])],
      ["a.jsonl": skipped, "b.jsonl": whole], ["a.jsonl": whole, "b.jsonl": skipped],
    ] {
      let report = try await report(files)
      #expect(report.input.lostRows == 0)
      if files.count == 2 { #expect(report.input.rows == 9) }
    }
    let cut = try await report(["a.jsonl": skipped.filter { $0 != newer }])
    #expect(cut.input.lostRows == 1)
  }

  @Test func `rows of one number are no duplicates in another process or run, or without a valid number`()
    async throws
  {
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

  @Test(arguments: [[1, 3, -2, 4], [3, 4, -2, 1], [-2, 1, 4, 3], [1, 4, 3, -2]])
  func `no row waits for a skipped line`(numbers: [Int]) {
    var order = RowOrder()
    let came = numbers.flatMap { number in
      var row = Row.sample(stepID: "p-s1")
      row.number = abs(number)
      return number < 0 ? order.leaveOut(RowPlace(row), in: 0) : order.add(row) ?? []
    }
    #expect(came.map(\.number) == [1, 3, 4])
  }

  @Test func `a limited number of rows waits for others, and no step is cut off by that`() {
    let count = RowOrder.mostHeld * 2
    var rows = (0..<count).map { Row.sample(outcome: "recovered", attempt: 2, stepID: "p-s\($0)", cure: "retrying") }
    rows += (0..<count).map { Row.sample(kind: "attempt", outcome: "failed", stepID: "p-s\($0)") }
    var order = RowOrder()
    var came: [Row] = []
    for index in rows.indices {
      // Each attempt was written before its step.
      rows[index].number = index < count ? index * 2 + 2 : (index - count) * 2 + 1
      let next = order.add(rows[index]) ?? []
      came += next
      #expect(index + 1 - came.count <= RowOrder.mostHeld)
    }
    came += order.rest()
    #expect(came.count == 2 * count)
    #expect(order.add(rows[2 * count - 1]) == nil)
    let report = Report(came)
    #expect(report.actions.map(\.recovered) == [count])
    #expect(report.actions.map(\.died) == [0])
  }
}
