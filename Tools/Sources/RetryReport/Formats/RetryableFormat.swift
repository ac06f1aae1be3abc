/// The tests that ran again, as Retryable writes them to `retryable-retries.json`.
///
/// Retryable writes a test when its re-run begins, and so does not know how that ends; here it has ended.
public enum RetryableFormat {
  public static func render(_ report: Report) throws -> String {
    try JSONFormat.text(File(retries: report.rerunTests.map(Retry.init)))
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
      name = test.name
      maxRetriesAllowed = test.maxReruns
      attemptedRetries = test.reruns
      reason = test.reason
      fixable = test.isFixable
    }
  }
}
