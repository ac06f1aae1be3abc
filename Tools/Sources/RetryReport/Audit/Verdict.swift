/// Whether a job passed, from the results of its tests and from its gates.
public struct Verdict: Sendable {
  let gates: [GateResult]
  /// A sentence for each part of the report that could not be made.
  let problems: [String]

  public init(gates: [GateResult] = [], problems: [String] = []) {
    (self.gates, self.problems) = (gates, problems)
  }

  /// Failed if a test or a gate failed, undecided if something could not be checked; `nil` without results and gates.
  ///
  /// - Parameter deaths: The number of processes that died, with which a test may have failed.
  func decision(on results: TestResults?, deaths: Int = 0) -> Decision? {
    if results?.failures.isEmpty == false || gates.contains(where: { $0.decision == .failed }) { return .failed }
    if !problems.isEmpty || results?.unread ?? 0 > 0 || gates.contains(where: { !$0.isChecked }) { return .undecided }
    if results?.hasPassed != true, gates.isEmpty { return nil }
    return results?.unknown ?? 0 > 0 || deaths > 0 ? .undecided : .passed
  }

  /// Such as `Failed: 2 tests and 1 of 3 gates`.
  func sentence(on results: TestResults?, deaths: Int = 0) -> String {
    let failedGates = gates.count { $0.decision == .failed }
    switch decision(on: results, deaths: deaths) {
    case .failed:
      let ofGates = gates.count == 1 ? "the gate" : "\(failedGates) of \(gates.count) gates"
      let parts = (results?.failures ?? []) + (failedGates > 0 ? [ofGates] : [])
      return "Failed: \(parts.joined(separator: " and "))"
    case .undecided:
      let unchecked = gates.count { !$0.isChecked }
      if unchecked > 0 { return "Not decided: \(unchecked.counted("gate")) could not be checked" }
      if !problems.isEmpty || results?.unread ?? 0 > 0 { return "Not decided: some results could not be read" }
      guard let unknown = results?.unknown, unknown > 0 else {
        return "Not decided: \(deaths.counted("process", plural: "processes")) died"
      }
      return "Not decided: the result files may not be those of \(unknown.counted("test")) with a failed step"
    case .passed:
      let parts = [
        results?.hasPassed == true ? "no test failed" : nil,
        gates.isEmpty ? nil : gates.count == 1 ? "the gate passed" : "all \(gates.count) gates passed",
      ]
      return "Passed: \(parts.compactMap(\.self).joined(separator: ", "))"
    case nil where results?.parts.isEmpty == false: return "No verdict: every test was skipped, and there are no gates"
    case nil: return "No verdict: no test results and no gates"
    }
  }
}
