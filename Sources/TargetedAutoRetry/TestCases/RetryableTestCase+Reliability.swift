extension RetryableTestCase {
  /// The names that Retryable gave these types.
  public enum Reliability {
    /// What is known of a flaky part of a test.
    public typealias Flakiness = TestFlakiness
  }
}
