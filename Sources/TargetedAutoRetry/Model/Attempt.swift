/// One run of the main action and its condition.
struct Attempt: Equatable, Sendable {
  /// 1 for the first attempt.
  let number: Int
  let retriesRemaining: Int

  /// 0 for the first attempt, n for retry n.
  var retry: Int { number - 1 }
}
