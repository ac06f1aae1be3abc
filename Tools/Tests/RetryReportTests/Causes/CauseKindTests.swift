import Foundation
import Testing

@testable import RetryReport

/// Kinds of causes, measured on pairs of messages that were judged by hand.
@Suite struct CauseKindTests {
  private struct Pair {
    let tool: String
    let isSame: Bool
    let messages: [String]
    /// Whether the rules are known to get it wrong: a rule for it would cost more than it gives.
    let isLost: Bool

    /// A tool, `same` or `different`, and the two messages; then `lost`, or nothing.
    init?(_ line: Substring) {
      let fields = line.split(separator: "\t").map(String.init)
      guard (4...5).contains(fields.count), ["same", "different"].contains(fields[1]) else { return nil }
      (tool, isSame, messages) = (fields[0], fields[1] == "same", [fields[2], fields[3]])
      isLost = fields.count == 5 && fields[4] == "lost"
    }

    var kinds: [String] { messages.map { CauseKind(cause: "error", message: $0).text } }
    var isRight: Bool { (kinds[0] == kinds[1]) == isSame }
  }

  private static func pairs(in name: String) throws -> [Pair] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("\(name).tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try #require(Pair($0), "\($0)") }
  }

  /// A fault that comes out as two kinds is a false alarm; two faults of one kind are a hidden bug.
  ///
  /// The pairs of `unseen` were written after an earlier version of the rules. Those of `logs` are from logs of public
  /// projects, and those of `public` from the issue threads that they name; both were written before the rules.
  @Test(arguments: [("pairs", 502, 18), ("unseen", 86, 8), ("logs", 110, 2), ("public", 87, 9)])
  func `a pair is judged as by hand, unless it is marked as lost`(name: String, count: Int, lost: Int) throws {
    let pairs = try Self.pairs(in: name)
    #expect(pairs.count >= count)
    #expect(pairs.count(where: \.isLost) <= lost)
    for pair in pairs {
      #expect(pair.isRight != pair.isLost, "\(pair.tool): \(pair.kinds.joined(separator: "\n"))")
    }
  }

  @Test func `the kind of a cause does not depend on earlier causes`() {
    let texts =
      (0..<10_000).map { "Could not load item \($0 % 5_000) in \($0 % 7) ms" } + ["code 4", "code 5", "code 4"]
    var kinds = CauseKinds()
    for text in texts {
      var row = Row.sample(outcome: "recovered", cause: "error")
      row.errorMessage = text
      #expect(kinds.kind(of: row) == CauseKind(cause: "error", message: text))
    }
  }

  /// Texts that begin something which never ends.
  private static let signs = [
    "?", "9", "(", "()", "\"", "'", "`", "/", "\\", ":", "1:", "a1", "a1-", "-", "{(", "(\"", "→ (", "?a=", "Nov ", "é",
    "e\u{301}", "UserInfo={", "{a=1, ", "1 s and ", "status ", "\u{0}", "\u{202E}", "👩‍👩‍👧",
  ]

  /// Question marks once took quadratic time: a text four times as long took 16 times as long.
  @Test(arguments: signs)
  func `time grows linearly, and only 1,024 characters count`(sign: String) {
    let (short, long) = (text(of: sign, length: 254) + " .", text(of: sign, length: 1_022) + " .")
    let endless = long + text(of: sign, length: 20_000)
    let kind = CauseKind(cause: "error", message: long)
    #expect(CauseKind(cause: "error", message: endless) == kind)
    #expect(kind.text.count <= "error: ".count + 300)
    let times = shortestTimes(of: [short, long, endless])
    #expect(times[1] < 12 * times[0])
    #expect(times[2] < 5 * times[1])
  }

  private func text(of sign: String, length: Int) -> String {
    String(String.UnicodeScalarView(String(repeating: sign, count: length).unicodeScalars.prefix(length)))
  }

  /// The time of each message in the shortest of nine turns: a busy machine makes turns longer, never shorter.
  private func shortestTimes(of messages: [String]) -> [Double] {
    let turns = (1...9).map { _ in messages.map(processorTime) }
    return messages.indices.map { index in turns.map { $0[index] }.min() ?? 0 }
  }

  /// The nanoseconds that the processor works for a message on this thread; other programs do not count.
  private func processorTime(of message: String) -> Double {
    let now = {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
    let start = now()
    _ = CauseKind(cause: "error", message: message)
    return now() - start
  }
}
