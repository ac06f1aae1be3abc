/// Whether a job passed, from the results of its tests and from its gates.
public struct Verdict: Sendable {
  /// The gates that are switched on.
  let gates: [GateResult]
  /// A sentence for each part of the report that could not be made.
  let problems: [String]

  public init(gates: [GateResult] = [], problems: [String] = []) {
    (self.gates, self.problems) = (gates, problems)
  }

  /// Bad if a test or a gate failed, flaky if something could not be checked; `nil` without results and gates.
  func mood(of results: TestResults?) -> Mood? {
    if results?.count(.failed) ?? 0 > 0 || gates.contains(where: { $0.mood == .bad }) { return .bad }
    if !problems.isEmpty || results?.unread ?? 0 > 0 || gates.contains(where: { !$0.isChecked }) { return .flaky }
    return gates.isEmpty && results?.parts.isEmpty ?? true ? nil : .good
  }

  /// Such as `Failed: 2 tests and 1 of 3 gates`.
  func sentence(of results: TestResults?) -> String {
    let failedTests = results?.count(.failed) ?? 0
    let failedGates = gates.count { $0.mood == .bad }
    switch mood(of: results) {
    case .bad:
      let parts = [
        failedTests > 0 ? failedTests.counted("test") : nil,
        failedGates > 0 ? (gates.count == 1 ? "the gate" : "\(failedGates) of \(gates.count) gates") : nil,
      ]
      return "Failed: \(parts.compactMap(\.self).joined(separator: " and "))"
    case .flaky:
      let unchecked = gates.count { !$0.isChecked }
      return "Not decided: " + (unchecked > 0 ? "\(unchecked.counted("gate")) could not be checked" : problemText)
    case .good:
      let parts = [
        results.map { $0.parts.isEmpty } == false ? "no test failed" : nil,
        gates.isEmpty ? nil : gates.count == 1 ? "the gate passed" : "all \(gates.count) gates passed",
      ]
      return "Passed: \(parts.compactMap(\.self).joined(separator: ", "))"
    case nil: return "No verdict: no test results and no gates"
    }
  }

  private var problemText: String { "some results could not be read" }
}
