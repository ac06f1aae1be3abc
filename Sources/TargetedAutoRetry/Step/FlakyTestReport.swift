/// The report of a test with a flaky scope, or of one of its runs that failed.
struct FlakyTestReport: Sendable {
  enum Ending: Sendable {
    case succeeded
    case failed
    case skipped
    case runsAgain
  }

  let ending: Ending
  let last: Attempt
  /// The issue that decided, as `File.swift:12: message`; an issue outside of the flaky scopes before any other.
  let cause: String?
  /// Nil if the test failed outside of its flaky scopes.
  let flakiness: Flakiness?
  let start: Duration
  let elapsed: Duration
  let lastRun: Duration

  var outcome: StepOutcome {
    switch ending {
    case .succeeded: last.number == 1 ? .passed : .recovered
    case .failed, .runsAgain: flakiness == nil ? .aborted : .exhausted
    case .skipped: .aborted
    }
  }

  /// The time of all runs except the one that passed; zero for a single run.
  var tax: Duration {
    if last.number == 1 { return .zero }
    return ending == .succeeded ? elapsed - lastRun : elapsed
  }

  /// The last line of the log of a test that ran again; nil for other tests, and for a skip.
  var lastLine: String? {
    switch ending {
    case .succeeded where last.retry > 0: "♻️♻️♻️✅ [FLAKY] passed on re-run \(last.retry)"
    case .failed where last.retry > 0: "♻️♻️♻️❌ [FLAKY] failed on re-run \(last.retry)"
    case .succeeded, .failed, .skipped, .runsAgain: nil
    }
  }
}

extension Attempt {
  var most: Int { (retry + retriesRemaining).oneMore }
}
