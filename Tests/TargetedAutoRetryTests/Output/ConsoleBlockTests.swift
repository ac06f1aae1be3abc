#if os(Linux)
  import Foundation
  import Testing

  /// The output blocks of the documentation match the output of `DocumentationFixture`, except for times, places, names of
  /// tests and line breaks.
  @Suite struct ConsoleBlockTests {
    @Test(
      arguments: [
        ("README", 0, "testRecovery"), ("ReadingTheLog", 0, "testFailureOfOneRetry"),
        ("Helpers", 0, "testNested"),
        ("WaitingAndStopping", 0, "testNoted"), ("WaitingAndStopping", 1, "testTimeLimit"),
        ("StepResults", 0, "testExhausted"),
        ("ReadingTheLog", 1, "testVoucher"),
      ]
    )
    func `a block that shows output matches the output`(page: String, index: Int, test: String) async throws {
      let blocks = try Self.blocks(of: page)
      try #require(blocks.count > index)
      let output = try await Self.output(of: test)
      // A block may leave lines out, so each of its lines is searched for after the one before.
      var rest = Self.normalized(output)[...]
      for line in blocks[index].split(separator: "\n").map(Self.normalized) {
        let place = try #require(rest.firstRange(of: line), "\(line) is not in\n\(output)")
        rest = rest[place.upperBound...]
      }
    }

    private static let run = Task {
      try await Fixtures.runXCTest("DocumentationFixture,Fixtures.NestFixture/testVoucher")
    }

    /// The lines of one of the tests.
    private static func output(of test: String) async throws -> String {
      let lines = try await run.value.lines.drop { !$0.contains(".\(test)' started at ") }
      return lines.prefix { !$0.contains(".\(test)' failed (") && !$0.contains(".\(test)' passed (") }
        .joined(separator: "\n")
    }

    /// The blocks without a language.
    private static func blocks(of page: String) throws -> [String] {
      let folder = page == "README" ? "." : "Docs/Guide"
      let url = Repository.url("\(folder)/\(page).md")
      let parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n```")
      return parts.enumerated().filter { $0.offset % 2 == 1 && $0.element.hasPrefix("\n") }.map(\.element)
    }

    private static func normalized(_ text: some StringProtocol) -> String {
      String(text).replacing(/t = +\d+\.\d\ds/, with: "")
        .replacing(/(\d+\.\d s|\d+ ms)/, with: "T s")
        // A busy machine is late.
        .replacing(", T s; the last check ended late", with: "")
        .replacing(/[\w\/.-]+\.swift:\d+/, with: "Place.swift")
        .replacing(/error: [\w.]+ : failed/, with: "error: Test : failed")
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
#endif
