extension ActionFigures {
  var title: String { key.title }

  /// When it first and last needed a retry, or failed; `nil` if it never did, or its clock is unknown.
  var seen: String? {
    guard let first = history.firstSeen, let last = history.lastSeen else { return nil }
    if first.text == last.text { return "seen \(first.text)" }
    return "first seen \(first.text), last seen \(last.text)"
  }
}

extension Sequence<ActionFigures> {
  /// The steps that did not succeed, such as `4 failed (1 timed out, 1 aborted, 1 did not finish)`.
  var failures: String {
    let reasons = counted([.timedOut, .aborted, .died])
    return "\(reduce(0) { $0 + $1.failed }.grouped) failed\(reasons.isEmpty ? "" : " (\(reasons))")"
  }

  /// The steps that neither passed nor failed, such as `, 2 stopped early, 1 skipped`; empty without them.
  var others: String {
    let text = counted(Outcome.neutral)
    return text.isEmpty ? "" : ", \(text)"
  }

  private func counted(_ outcomes: [Outcome]) -> String {
    outcomes.map { outcome in (outcome.word, reduce(0) { $0 + $1[outcome] }) }.filter { $0.1 > 0 }
      .map { "\($0.1.grouped) \($0.0)" }.joined(separator: ", ")
  }
}

extension Report {
  /// The results of the tests, and what the retries cost.
  var headline: String {
    headlineParts(without: "Tests: unknown (no result files: see --junit)").map(\.text).joined()
  }

  /// The parts of the headline, with the style of each on the page.
  ///
  /// - Parameter unknown: What it says about the tests without result files.
  func headlineParts(without unknown: String) -> [(text: String, style: String)] {
    var parts =
      results?.parts.map { part in
        (part.text, part.outcome == .failed ? "bad" : part.outcome == .recovered ? "flaky" : "good")
      } ?? []
    if parts.isEmpty { parts.append((results == nil ? unknown : "Tests: unknown", "")) }
    if let unread = results?.unread, unread > 0 { parts.append(("\(unread.counted("result file")) not read", "")) }
    if let unknown = results?.unknown, unknown > 0 {
      parts.append(("\(unknown.counted("test")) with a failed step may have failed", "flaky"))
    }
    let tests = parts.enumerated().flatMap { $0.offset == 0 ? [$0.element] : [(" · ", ""), $0.element] }
    let cost = ". Retries cost \(figures.lostMs.asTime) of \(figures.outermostMs.asTime)"
    // Of a single action, the whole is its part.
    let costly = actions.filter { $0.lostMs > 0 }
    guard costly.count > 1, let worst = costly.max(by: { $0.lostMs < $1.lostMs }) else {
      return tests + [("\(cost).", "")]
    }
    let share = worst.lostMs > figures.lostMs / 2 ? "most" : "the largest part"
    return tests + [("\(cost), \(share) of it in ", ""), (worst.action.printable, "name"), (".", "")]
  }

  /// The figures of all steps, tests with flaky scopes and waits.
  var totals: String {
    let ofSteps = actions.filter { $0.unit == .step }
    return """
      \(steps(\.steps).counted("step")) in \(figures.runs.count.counted("run")): \(ofSteps.failures), \
      \(steps(\.recovered).grouped) recovered (\(flakeRate.asPercent))\(ofSteps.others).\
      \(testTotals)\(waitTotals)
      """
  }

  /// A sentence for each of the first processes that died, and one for the others.
  var deaths: [String] {
    let more = input.dead.count - Self.mostDeaths
    return input.dead.prefix(Self.mostDeaths).map(\.sentence.printable)
      + (more > 0 ? ["\(more.counted("more process", plural: "more processes")) died."] : [])
  }

  private static var mostDeaths: Int { 3 }

  /// The figures of tests with flaky scopes; empty without them.
  private var testTotals: String {
    let tests = actions.filter { $0.unit == .test }
    let ended = tests.reduce(0) { $0 + $1.steps }
    guard ended > 0 else { return "" }
    let recovered = tests.reduce(0) { $0 + $1.recovered }
    let counts = "\(tests.failures), \(recovered.grouped) recovered\(tests.others)"
    return " \(ended.counted("test")) with flaky scopes: \(counts)."
  }

  /// The number of waits that failed; empty if none did.
  private var waitTotals: String {
    let waits = actions.filter { $0.unit == .wait }
    let failed = waits.reduce(0) { $0 + $1.failed }
    return failed == 0 ? "" : " \(failed) of \(waits.reduce(0) { $0 + $1.steps }.counted("wait")) failed."
  }
}
