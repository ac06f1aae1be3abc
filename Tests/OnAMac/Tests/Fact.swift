/// A fact about Apple's XCTest that the library builds on, or that it would like to know.
enum Fact: String, CaseIterable, Sendable {
  // The environment.
  case runsUnderXcode = "a variable shows that Xcode runs the tests"
  case simulator = "the environment names the simulator and its system"

  // Issues.
  case placeOfAssertion = "the place of an assertion"
  case placeOfStep = "the place of a step that is exhausted"
  case placeOfError = "the place of an error that a test throws"
  case suppressed = "failures of a test whose `record(_:)` does not call super"
  case goesOn = "after such an issue, with `continueAfterFailure = false`"
  case thread = "`record(_:)` for an assertion on a worker thread"
  case withheld = "an assertion in an attempt that is retried"
  case expectedFailure = "`record(_:)` inside `XCTExpectFailure`"
  case interruption = "after an issue that XCTest has, with `continueAfterFailure = false`"

  // Runs, hooks and waits.
  case rerun = "a test that fails in a flaky scope"
  case hookElsewhere = "attempts of a page off the main actor, whose test has a hook on it"
  case blockInWait = "a block of the main run loop while a step waits"

  // The application.
  case launched = "after `launch()`"
  case terminated = "after `terminate()`"
  case crashed = "after a crash"
  case issuesOfCrash = "issues of a crash"
  case crashedInLaunch = "after a crash in `launch()`"
  case issuesOfLaunch = "issues of a crash in `launch()`"
  case words = "the description of a button"
  case missing = "a missing button that is asked if it can be tapped"
  case reset = "after `resetAuthorizationStatus(for:)`"
  case monitor = "an interruption monitor in an attempt"

  /// `nil` if only a Mac can tell.
  var expected: String? {
    switch self {
    case .runsUnderXcode: "yes"
    case .simulator: "yes"
    case .placeOfAssertion: "its own line"
    case .placeOfStep: "the line of the call"
    case .placeOfError: "none"
    case .suppressed: "0"
    case .goesOn: "the test continues"
    case .thread: "on that thread"
    case .withheld: "held back, and the step recovers"
    case .interruption: "the test has ended, and no defer has run"
    case .rerun: "runs again on the same instance"
    case .hookElsewhere: "4, of the default policy"
    case .blockInWait: "runs"
    case .launched, .terminated, .crashedInLaunch: "has not crashed"
    case .crashed: "has crashed"
    case .words: #""Count" Button"#
    case .missing: "is not, and fails nothing"
    case .reset: "does not run, has not crashed"
    case .monitor: "on the main thread, in attempt 1"
    case .expectedFailure, .issuesOfCrash, .issuesOfLaunch: nil
    }
  }
}
