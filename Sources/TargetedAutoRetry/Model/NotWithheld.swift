/// Why an issue is a failure at once although attempts or flaky parts of its test are there; for the log.
enum NotWithheld: String, Sendable {
  case attemptIsOver = "the attempt that it is from is over"
  case flakyPartIsOver = "the flaky scope that it is from is over"
  case isOutside = "it is from code outside of the attempts and flaky scopes that are open"
  case isOnUnknownThread = "it is from a thread of its own, and more than one part of the test may have started that"
  case testIsOver = "its step was still running when the test was over"
}
