/// The kind of a row.
enum RowKind: String, Hashable, Sendable {
  case attempt, step, wait
  /// The begin of a step or a wait, and the end of the process.
  case begin, end
}

/// The subject of a row: a step, a whole test, or a wait.
enum RowUnit: String, Sendable {
  case step, test, wait
}

/// How a step or a test ended.
enum Outcome: String, Sendable {
  case passed, recovered, exhausted, timedOut, aborted
  /// An error that its policy does not retry ended it: the test may expect this error.
  case stopped
  case skipped, canceled
  /// An attempt failed, and the step did not finish: its process died in it, or its test left it.
  case died
  /// Nothing says how it ended.
  case unknown

  /// - Parameters:
  ///   - name: As the records name it; an unknown one does not count as a success.
  ///   - stoppedBy: What ended it early.
  init(_ name: String, stoppedBy: String) {
    self =
      switch (name, stoppedBy) {
      case ("passed", _): .passed
      case ("recovered", _): .recovered
      case ("exhausted", _): .exhausted
      case ("timedOut", _): .timedOut
      case ("aborted", "error"): .stopped
      case ("aborted", "skip"): .skipped
      case ("aborted", "cancellation"): .canceled
      default: .aborted
      }
  }

  /// Those that are neither a success nor a failure, and therefore in no rate and in no gate.
  static let neutral: [Outcome] = [.stopped, .skipped, .canceled, .unknown]

  var isNeutral: Bool { Self.neutral.contains(self) }

  var isFailure: Bool { [.exhausted, .timedOut, .aborted, .died].contains(self) }

  var word: String {
    switch self {
    case .exhausted: "failed"
    case .timedOut: "timed out"
    case .stopped: "stopped early"
    case .died: "did not finish"
    case .passed, .recovered, .aborted, .skipped, .canceled, .unknown: rawValue
    }
  }
}

/// What made a step recover.
enum Recovery: String, Sendable, CaseIterable {
  case waiting, retrying, resetting
}
