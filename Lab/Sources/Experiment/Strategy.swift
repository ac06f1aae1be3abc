/// A strategy against flaky tests.
enum Strategy: String, CaseIterable, Sendable {
  case nothing = "no retry"
  case wholeTest = "whole test"
  case steps = "flaky steps"
  case both = "both"

  /// The same number for every strategy that retries, and the default of `autoRetry`.
  static let retries = 3

  var retriesTest: Bool { self == .wholeTest || self == .both }
  var retriesSteps: Bool { self == .steps || self == .both }
}
