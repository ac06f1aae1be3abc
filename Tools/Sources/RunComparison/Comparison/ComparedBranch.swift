/// The branch of the runs that are compared, which decides how much one run proves.
package enum ComparedBranch: Sendable {
  /// The default branch, whose runs follow those of the baseline, and may end its alarms.
  case main
  /// Another branch, such as that of a pull request.
  case other
  /// Another branch, with the attempts of one job.
  case attempts

  /// Whether no run of several decides alone.
  var needsSeveralRuns: Bool { self != .other }
}
