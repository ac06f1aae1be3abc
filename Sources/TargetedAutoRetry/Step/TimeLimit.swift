/// A limit that cancels the running closure when it is reached, and is then thrown as the closure's error.
struct TimeLimit: Error {
  let kind: StepPolicy.Limit
  let time: Duration
  let expiry: Duration
  /// The time that the closure ran after the limit.
  private(set) var overrun = Duration.zero
  /// The error that the closure threw after the limit, unless it is the cancellation itself.
  private(set) var error: (any Error)?

  init(_ kind: StepPolicy.Limit, _ time: Duration, from now: Duration) {
    (self.kind, self.time, expiry) = (kind, time, now + time)
  }

  /// The time after which a cancelled closure that still runs deserves a hint.
  private static let grace = Duration.seconds(1)

  // The caller waits until the closure has returned: it is cancelled but never abandoned. A cancelled closure's result
  // is ignored, except for a skip and for the text of its error.
  func enforce(
    _ timekeeper: Timekeeper,
    _ isolation: isolated (any Actor)?,
    _ body: () async throws -> Void,
    reached note: @escaping @Sendable () -> Void,
    hint: @escaping @Sendable () -> Void
  ) async throws {
    let begun = AsyncStream.makeStream(of: Duration.self)
    let instant = timekeeper.now()
    let reached = Locked<Duration?>(nil)
    let result = await withoutActuallyEscaping(body) { body in
      // Safe because only the task uses it: the caller waits for the task, on the same actor.
      nonisolated(unsafe) let body = body
      let closure = Task {
        _ = isolation
        begun.continuation.yield(timekeeper.now())
        try await body()
      }
      let timer = Task {
        // Synchronous steps of other tests may block all threads. The time before the closure begins does not count.
        guard let beginning = await begun.stream.first(where: { _ in true }) else { return }
        let expiry = expiry + (beginning - instant)
        try await timekeeper.sleepUntil(expiry)
        reached.withLock { $0 = expiry }
        note()
        closure.cancel()
        try await timekeeper.sleepUntil(expiry + Self.grace)
        hint()
      }
      let result = await withTaskCancellationHandler {
        await closure.result
      } onCancel: {
        closure.cancel()
      }
      timer.cancel()
      _ = await timer.result
      return result
    }
    guard let expiry = reached.withLock({ $0 }) else { return try result.get() }
    var limit = self
    limit.overrun = timekeeper.now() - expiry
    if case .failure(let error) = result {
      if error.isSkip { throw error }
      limit = limit.adding((error as? TimeLimit).map { $0.error } ?? error)
    }
    throw limit
  }

  /// - Parameter error: What was thrown as well; ignored if the limit already has an error.
  func adding(_ error: (any Error)?) -> TimeLimit {
    guard self.error == nil, let error, !error.meansStop else { return self }
    var limit = self
    limit.error = error
    return limit
  }

  /// The time after which the cancelled closure ended; `nil` if it ended at once, or in the moment that cancelling takes.
  var timeOfLateEnd: Duration? { overrun < max(.milliseconds(100), time / 10) ? nil : time + overrun }
}
