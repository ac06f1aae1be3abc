/// The lines of a step that are logged; `AUTO_RETRY_LOG` sets it.
enum LogLevel: String, CaseIterable, Sendable {
  /// Every line, except repetitions by nested steps.
  case steps
  /// Every line of every step.
  case all
  /// Only the lines about retries, with ♻️.
  case retries
  case off

  init(_ variables: inout SteeringVariables) {
    self = variables.value(of: .log) { LogLevel(rawValue: $0) } ?? .steps
  }

  func includes(_ kind: RetryEvent.Kind) -> Bool {
    switch (self, kind) {
    case (.off, _): false
    case (.retries, .mainAction(let attempt)), (.retries, .successCondition(let attempt)),
      (.retries, .firstLook(let attempt)), (.retries, .actionNotNeeded(let attempt)):
      attempt.retry > 0
    case (.retries, .waitBegins): false
    default: true
    }
  }
}
