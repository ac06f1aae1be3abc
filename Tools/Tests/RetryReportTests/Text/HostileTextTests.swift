import Foundation
import Testing

@testable import RetryReport
@testable import RunComparison

/// Terminals, and CI services that read the log, only show the texts of records and never execute them.
@Suite struct HostileTextTests {
  private static let texts = [
    "Pay\n::error title=x::y", "Pay\r::stop-commands::x", "\u{A0}::error::x", "x\u{85}::debug::x",
    "x\u{2028}::error::x",
    "::\u{301}error::x", "502 ##vso[task.setvariable variable=a]b", "502 ##VSO[task.complete]", "##[add-mask]x",
    "x ##teamcity[message text='x']", "x ##vso[\u{301}task.complete]", "###[error]x", "--- section", "+++ section",
    "~~~ section",
    "^^^ +++", "---", "x\n--- section", "\u{1B}]0;title\u{7}\u{1B}[2J", "\u{9B}2J\u{7F}",
    "section_start:1:x\r\u{1B}[0K", "\u{202E}\u{2066}txet\u{2069}", "\u{200F}x\u{200E}\u{61C}",
  ]

  /// Rows of each kind, with a text in every place that takes one.
  private func rows(_ text: String) -> [Row] {
    let kinds = [
      ("step", "passed"), ("attempt", "failed"), ("step", "recovered"), ("attempt", "failed"), ("step", "exhausted"),
      ("wait", "timedOut"), ("attempt", "failed"),
    ]
    return kinds.enumerated().flatMap { index, kind in
      ["step", "test"].map { unit in
        var row = Row.sample(
          kind: kind.0,
          outcome: kind.1,
          action: text,
          attempt: kind.1 == "recovered" ? 2 : 1,
          suite: text,
          test: text,
          runID: text,
          stepID: "\(unit)\(index + (kind.0 == "attempt" ? 1 : 0))",
          message: text,
          startMs: 1_796_378_400_000,
          durationMs: 10,
          cure: kind.1 == "recovered" ? "retrying" : "",
          taxMs: 5,
          unit: unit,
          file: text,
          reason: text,
          expires: text,
          because: text
        )
        (row.commit, row.stoppedBy) = (text, text)
        return row
      }
    }
  }

  /// The output of every format for the rows.
  private func outputs(_ text: String) throws -> [String: String] {
    let rows = rows(text)
    var report = Report(rows)
    report.input.problems = ["\(text): cannot be read"]
    let calm = Baseline.of([
      Row.steps(text, passes: 5, failing: [:], run: "1") + Row.steps("gone \(text)", passes: 5, failing: [:], run: "1")
    ])
    let new = Row.steps("new \(text)", passes: 1, failing: [text: 1], run: text)
    let comparison = try Comparison.of(rows + new, with: calm)
    let baseline = Baseline.of([rows])
    let (runs, timelines) = (RunCounts.of(rows), TestTimelines(rows))
    var full = FullReport(report, runs: runs, timelines: timelines)
    full.comparison = comparison.summary
    let gates = Gates(actionFlakeRate: 0, exhausted: true)
    return [
      "text": TextFormat.render(report),
      "markdown": MarkdownFormat.render(report), "github": CIReport(full).annotations, "html": HTMLFormat.render(full),
      "json": try JSONFormat.render(report),
      "gates": gates.failures(report).joined(separator: "\n"),
      "compare": ComparisonFormat.text(comparison.summary),
      "compare markdown": ComparisonFormat.markdown(comparison.summary),
      "compare github": GitHubFormat.lines(ComparisonFormat.commands(comparison.findings)),
      "compare json": try comparison.json(),
      "gates of compare": comparison.failures(onNewCause: true, onRegression: true, onNewFlakyStep: true).joined(
        separator: "\n"
      ) + "none",
      "baseline": try baseline.json(),
    ]
  }

  @Test(arguments: texts) func `no format contains a text that would be executed`(text: String) throws {
    for (format, output) in try outputs(text) {
      #expect(!output.isEmpty, "\(format)")
      let isOwn: (String) -> Bool = { format.contains("github") && $0.hasPrefix("::warning ") }
      for line in output.linesOfLog where !isOwn(line) || line.dropFirst().isCommand {
        #expect(!line.isCommand, "\(format): \(line)")
      }
      let controls = output.unicodeScalars.filter { $0 != "\n" && $0.isControl }
      #expect(controls.isEmpty, "\(format): \(controls)")
    }
  }

  @Test(arguments: [
    "</script><img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "' onclick='alert(1)", "javascript:alert(1)",
    "</style><style>*{display:none}", "--><details open ontoggle=alert(1)>", "&lt;img src=x&gt;",
  ])
  func `no text becomes markup of the page`(text: String) throws {
    /// The tags; the words of a record in them are in quotes.
    func tags(_ page: String) -> Set<String> {
      Set(page.matches(of: /<[a-z\/!][^>]*>/).map { $0.output.replacing(/"[^"]*"/, with: "").lowercased() })
    }
    let (page, plain) = (try #require(try outputs(text)["html"]), try #require(try outputs("plain")["html"]))
    #expect(tags(page).subtracting(tags(plain)).subtracting(["<wbr>"]) == [])
    #expect(page.contains(/(?i)(href|src)="\s*javascript:/) == false)
    #expect(page.contains("<b>") == false && page.contains("<details class=\"trace\" open>"))
  }

  @Test(arguments: [
    ("::error::x", "\\::error::x"), ("a ::error::x", "a ::error::x"), ("A::b", "A::b"), ("## Title", "## Title"),
    ("a ##vso[x]", "a #\\#vso[x]"), ("--- a", "\\--- a"), ("---a", "---a"), ("a\u{1B}b", "a\\u{1B}b"),
    ("a \t\r\n b", "a b"), ("  ::x", "\\::x"), ("🙈 שלום", "🙈 שלום"), ("\u{202E}abc", "\\u{202E}abc"),
  ])
  func `a text is printed unchanged, except for what would be executed`(text: String, printed: String) {
    #expect(text.printable == printed)
    #expect(printed.printable == printed)
  }
}

extension String {
  /// The lines that a terminal or a CI service reads.
  fileprivate var linesOfLog: [String] {
    unicodeScalars.split { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) }.map { String($0) }
  }
}

extension StringProtocol {
  /// Whether a CI service would take the line, or a part of it, for a command.
  fileprivate var isCommand: Bool {
    let inside = /##[A-Za-z]*\[/.matchingSemantics(.unicodeScalar).ignoresCase()
    let start = unicodeScalars.drop { $0.properties.isWhitespace }
    return String(self).firstMatch(of: inside) != nil || start.starts(with: "::".unicodeScalars)
      || ["---", "+++", "~~~", "^^^"].contains {
        start.starts(with: $0.unicodeScalars) && (start.count == 3 || start.dropFirst(3).first == " ")
      }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    properties.generalCategory == .control
      || [0x61C, 0x200E, 0x200F, 0x2028, 0x2029].contains(value) || (0x202A...0x202E).contains(value)
      || (0x2066...0x2069).contains(value)
  }
}
