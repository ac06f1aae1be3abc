/// What a run of tests must not have, for a job that is to fail of it.
public struct Gates: Sendable {
  /// The highest share of steps that may recover, in percent.
  public var flakeRate: Double?
  /// So many recovered steps are too many.
  public var recovered: Int?
  /// Whether a step without success is too much.
  public var exhausted = false

  public init(flakeRate: Double? = nil, recovered: Int? = nil, exhausted: Bool = false) {
    self.flakeRate = flakeRate
    self.recovered = recovered
    self.exhausted = exhausted
  }

  /// A sentence for each gate that is shut.
  public func failures(_ report: Report) -> [String] {
    let recoveredSteps = report.steps(\.recovered)
    let failedSteps = report.steps(\.unsuccessful)
    var failures: [String] = []
    if let flakeRate, report.flakeRate * 100 > flakeRate {
      failures.append("\(report.flakeRate.asPercent) of the steps recovered; at most \(flakeRate) % are allowed.")
    }
    if let recovered, recoveredSteps >= recovered {
      failures.append("\(recoveredSteps.counted("step")) recovered; fewer than \(recovered) are allowed.")
    }
    if exhausted, failedSteps > 0 {
      failures.append("\(failedSteps.counted("step")) did not succeed; none is allowed.")
    }
    return failures
  }
}
