extension ActionFigures {
  /// The action; a whole test is marked as one.
  var title: String { unit == .test ? "\(action) (whole test)" : action }

  /// When it first and last needed a retry, or failed; `nil` if it never did, or its clock is unknown.
  var seen: String? {
    guard let first = history.firstSeen, let last = history.lastSeen else { return nil }
    if first.text == last.text { return "seen \(first.text)" }
    return "first seen \(first.text), last seen \(last.text)"
  }
}

extension Report {
  /// The results of the tests, and what the retries cost.
  var headline: String {
    let tests = results?.parts.map(\.text).joined(separator: " · ") ?? ""
    let notRead = notRead.map { " (\($0))" } ?? ""
    let end = costliest.map { ", \($0.share) of it in \($0.action.printable)" } ?? ""
    return "\(tests.isEmpty ? "Tests: unknown" : tests)\(notRead). \(cost)\(end)."
  }

  /// The result files that are missing in the headline; `nil` if none is.
  var notRead: String? {
    guard let results else { return "no result files" }
    if results.unread > 0 { return "\(results.unread.counted("result file")) not read" }
    return results.parts.isEmpty ? "no test in the result files" : nil
  }

  /// Such as `Retries cost 39.5 s of 1 min 23 s`.
  var cost: String { "Retries cost \(figures.lostMs.asTime) of \(figures.outermostMs.asTime)" }

  /// The action with the largest part of the time lost to retries; `nil` if there is only one, or nothing was lost.
  var costliest: (share: String, action: String)? {
    let costly = actions.filter { $0.lostMs > 0 }
    guard costly.count > 1, let worst = costly.max(by: { $0.lostMs < $1.lostMs }) else { return nil }
    return (2 * worst.lostMs > figures.lostMs ? "most" : "the largest part", worst.action)
  }

  /// The figures of all steps, tests with flaky scopes and waits.
  var totals: String {
    let died = steps(\.died)
    return """
      \((steps(\.runs) + died).counted("step")) in \(figures.runs.count.counted("run")): \(failures(of: .step)), \
      \(steps(\.recovered)) recovered (\(flakeRate.asPercent)).\(testTotals)\(waitTotals)
      """
  }

  /// A sentence for each of the first processes that died, and one for the others.
  var deaths: [String] {
    let more = input.dead.count - Self.mostDeaths
    return input.dead.prefix(Self.mostDeaths).map(\.sentence.printable)
      + (more > 0 ? ["\(more.counted("more process", plural: "more processes")) died."] : [])
  }

  private static var mostDeaths: Int { 3 }

  /// Such as `4 failed, 2 of them stopped early`.
  private func failures(of unit: RowUnit) -> String {
    let (failed, stopped, died) = (sum(of: unit, \.failed), sum(of: unit, \.stopped), sum(of: unit, \.died))
    let reasons = [
      stopped > died ? "\(stopped - died) stopped early" : nil, died > 0 ? "\(died) cut off when the process ended" : nil,
    ]
    let text = reasons.compactMap(\.self).joined(separator: ", ")
    return "\(failed) failed\(text.isEmpty ? "" : " (\(text))")"
  }

  /// The figures of tests with flaky scopes; empty without them.
  private var testTotals: String {
    let ended = tests(\.runs) + tests(\.died)
    guard ended > 0 else { return "" }
    return " \(ended.counted("test")) with flaky scopes: \(failures(of: .test)), \(tests(\.recovered)) recovered."
  }

  /// The number of waits that failed; empty if none did.
  private var waitTotals: String {
    let failed = waits.map(\.failed).reduce(0, +)
    if failed == 0 { return "" }
    return " \(failed) of \(waits.map(\.total).reduce(0, +).counted("wait")) failed."
  }
}
