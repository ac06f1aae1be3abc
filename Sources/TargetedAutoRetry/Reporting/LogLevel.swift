/// How much of a step is logged; `AUTO_RETRY_LOG` sets it.
enum LogLevel: String, CaseIterable, Sendable {
  case all
  /// Only what is about a retry: the lines with ♻️.
  case retries
  case off

  static let fromEnvironment = EnvironmentVariable.log.value { LogLevel(rawValue: $0) } ?? .all

  func includes(_ kind: RetryEvent.Kind) -> Bool {
    switch (self, kind) {
    case (.off, _): false
    case (.retries, .mainAction(let attempt)), (.retries, .successCondition(let attempt)): attempt.retry > 0
    default: true
    }
  }
}
