/// A strategy against flaky tests.
enum Strategy: String, CaseIterable, Sendable {
  case nothing = "no retry"
  case wholeTest = "whole test"
  case wholeTestTwice = "whole test, twice"
  case wholeTestOnce = "whole test, once"
  case steps = "flaky steps"
  case both = "both"

  /// The strategies with the same number of retries.
  static let compared: [Strategy] = [.nothing, .wholeTest, .steps, .both]

  /// The number of retries of every compared strategy, and the default of `autoRetry`.
  static let retries = 3

  /// How often a failed test runs again; the defaults are once for `flaky` and twice for `xcodebuild`.
  var reruns: Int {
    switch self {
    case .nothing, .steps: 0
    case .wholeTestOnce: 1
    case .wholeTestTwice: 2
    case .wholeTest, .both: Self.retries
    }
  }

  var retriesSteps: Bool { self == .steps || self == .both }
}
