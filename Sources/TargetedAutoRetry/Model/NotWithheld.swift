/// Why an issue is a failure at once although attempts or flaky scopes of its test are there; for the log.
enum NotWithheld: String, Sendable {
  case attemptIsOver = "the attempt that it is from is over"
  case flakyPartIsOver = "the flaky scope that it is from is over"
  case isOutside = "it is from code outside of the attempts and flaky scopes that are open"
  case isOnUnknownThread =
    "it is from a thread that no attempt was carried into; take RetryScope.current in the attempt and perform on it"
  case isInRunLoop =
    "it is from a block of a run loop, which anybody may have put there; take RetryScope.current in the attempt and perform on it"
  case testIsOver = "its step was still running when the test was over"
}
