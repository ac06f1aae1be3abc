extension RecordReader {
  /// Reads everything for the report of a job.
  ///
  /// - Parameters:
  ///   - baseline: The baseline to compare with; nil for none.
  ///   - together: The number of runs that are compared as one: this one, and the newest of the baseline.
  public func fullReport(comparedWith baseline: Baseline?, together: Int) async throws -> FullReport {
    await fullReport(comparedWith: baseline)
  }

  /// The baseline with this run in it.
  public func learned(by baseline: Baseline?) async -> Baseline {
    await self.baseline(RunFilter(lastRuns: Self.mostRuns), onTopOf: baseline).baseline
  }

  /// The number of runs that a job learns at once; of a folder with more, the newest.
  private static let mostRuns = 50
}
