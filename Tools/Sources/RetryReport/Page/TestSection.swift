/// The part of the page with the tests that the flakes belong to.
enum TestSection {
  /// The number of tests that are listed.
  private static let most = 100

  private struct Line {
    var counts = TestCounts()
    /// The actions with first attempts that failed; high if they fail more often here than in all other tests.
    var actions: [(name: String, inTest: TestCounts, isHigh: Bool)] = []

    mutating func add(_ action: String, _ inTest: TestCounts, isHigh: Bool) {
      counts += inTest
      if inTest.tally.failures.all > 0 { actions.append((action, inTest, isHigh)) }
    }
  }

  static func render(_ run: RunCounts) -> String {
    var lines: [String: Line] = [:]
    for (name, action) in run.actions {
      let high = Set(Outliers.high(action.tests.mapValues(\.tally.rate)))
      for (test, inTest) in action.tests {
        lines[test, default: Line()].add(name, inTest, isHigh: high.contains(test))
      }
    }
    let flaky = lines.filter { $0.value.counts.tally.failures.all > 0 }.sorted {
      ($1.value.counts.failed, $1.value.counts.tally.failures.all, $0.key)
        < ($0.value.counts.failed, $0.value.counts.tally.failures.all, $1.key)
    }
    if flaky.isEmpty { return "" }
    let passed = lines.count - flaky.count
    let rest = [
      flaky.count > most ? "The \(most) of \(flaky.count) with the most failures." : nil,
      flaky.contains { $0.value.actions.contains { $0.isHigh } }
        ? "Bold: fails more often in this test than in all others, and not by chance." : nil,
      passed > 0 ? "In \(passed.counted("other test")) every step passed at its first attempt." : nil,
    ].compactMap { $0 }.joined(separator: " ")
    return """
      <section>
      <h2>Tests</h2>
      <div class="scroll">
      <table>
      <thead><tr><th scope="col">Test</th><th scope="col" class="number">Steps</th>\
      <th scope="col" class="number">First attempt failed</th><th scope="col" class="number">Failed</th>\
      <th scope="col">Where</th></tr></thead>
      <tbody>
      \(flaky.prefix(most).map { row($0.key, $0.value) }.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      \(rest.isEmpty ? "" : "<p class=\"note\">\(rest)</p>\n")</section>

      """
  }

  private static func row(_ test: String, _ line: Line) -> String {
    let actions = line.actions.sorted {
      ($1.inTest.tally.failures.all, $0.name) < ($0.inTest.tally.failures.all, $1.name)
    }
    let places = actions.map { action in
      let text = "\(action.name.escapedForMarkup) \(action.inTest.tally.failures.all) of \(action.inTest.tally.steps)"
      return action.isHigh ? "<strong>\(text)</strong>" : text
    }
    return
      "<tr class=\"\(line.counts.failed > 0 ? "bad" : "flaky")\"><th scope=\"row\">\(test.escapedForMarkup.replacing("/", with: "/<wbr>"))</th>"
      + cell("Steps", line.counts.tally.steps) + cell("First attempt failed", line.counts.tally.failures.all)
      + cell("Failed", line.counts.failed)
      + "<td class=\"failure\">\(places.joined(separator: ", "))</td></tr>"
  }

  private static func cell(_ title: String, _ number: Int) -> String {
    "<td class=\"number\" data-label=\"\(title)\">\(number)</td>"
  }
}
