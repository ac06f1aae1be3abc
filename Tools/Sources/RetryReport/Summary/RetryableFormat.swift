/// The tests that ran again, as Retryable writes them to `retryable-retries.json`.
///
/// Retryable writes a test when its re-run begins; here the re-run has ended.
public enum RetryableFormat {
  public static func render(_ report: Report) throws -> String {
    try File(retries: report.rerunTests.map(Retry.init)).sortedJSON()
  }

  private struct File: Encodable {
    let retries: [Retry]
  }

  private struct Retry: Encodable {
    let name: String
    let maxRetriesAllowed: Int
    let attemptedRetries: Int
    let reason: String
    let fixable: Bool

    init(_ test: RerunTest) {
      (name, maxRetriesAllowed, attemptedRetries) = (test.name, test.maxReruns, test.reruns)
      (reason, fixable) = (test.reason, test.isFixable)
    }
  }
}
