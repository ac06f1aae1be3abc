internal import RetryReport

/// A step that is not in the baseline and needed a retry: it recovered, or an enclosing step may have.
struct NewFlakyStep: Sendable {
  let action: String
  let steps: Int
  let retried: Int
  /// The most frequent cause.
  let cause: CauseCounts

  /// The steps of some runs that a baseline does not have, by name.
  static func all(in runs: RunCounts, unknownTo baseline: Baseline) -> [NewFlakyStep] {
    let known = Set(baseline.parts.flatMap(\.actions.keys))
    return runs.actions.filter { !known.contains($0.key) && $0.value.retried > 0 }.compactMap { action, counts in
      let causes = counts.causes.values.max { ($0.steps, $1.kind) < ($1.steps, $0.kind) }
      return causes.map {
        NewFlakyStep(action: action, steps: counts.failures.total, retried: counts.retried, cause: $0)
      }
    }
    .sorted { $0.action < $1.action }
  }

  /// What to do next, with a shell command that runs the first test in which it failed until a run fails.
  var advice: String {
    let test = cause.tests.min() ?? ""
    // Without its end, the name of an XCTest method would select others that begin with it.
    let pattern = (test.escapedForRegex + (test.hasSuffix(")") ? "" : "$")).quotedForShell
    let filter = test.isEmpty ? "" : " --filter \(pattern)"
    // A filter that selects no test would let every run pass.
    let check = test.isEmpty ? "" : "swift test list | grep -E \(pattern) && "
    let repetition = "\(check)for run in $(seq 59); do AUTO_RETRY_ATTEMPTS=0 swift test\(filter) || break; done"
    return "A renamed step counts as new. Fix it, or repeat its test without retries: \(repetition.printable)"
  }
}

extension String {
  /// The text as a regular expression; a full stop stays, because it matches itself.
  fileprivate var escapedForRegex: String { replacing(/[\\()\[\]{}*+?^$|]/) { #"\\#($0.output)"# } }
}
