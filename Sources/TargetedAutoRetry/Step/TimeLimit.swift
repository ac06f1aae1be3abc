/// A limit that cancels the running closure when it is reached, and is then thrown as the closure's error.
struct TimeLimit: Error {
  enum Kind: Equatable, Sendable {
    case conditionTimeout
    case attemptTimeLimit
    case timeLimit
  }

  let kind: Kind
  let time: Duration
  let expiry: Duration
  /// The time that the closure ran after the limit.
  private(set) var overrun = Duration.zero
  /// The error that the closure threw after the limit, unless it is the cancellation itself.
  private(set) var error: (any Error)?

  init(_ kind: Kind, _ time: Duration, from now: Duration) {
    (self.kind, self.time, expiry) = (kind, time, now + time)
  }

  /// The time after which a canceled closure that still runs deserves a hint.
  private static let grace = Duration.seconds(1)

  // The caller waits until the closure has returned: it is canceled but never abandoned. A canceled closure's result
  // is ignored, except for a skip and for the text of its error.
  func enforce(
    _ timekeeper: Timekeeper,
    _ isolation: isolated (any Actor)?,
    _ body: () async throws -> Void,
    reached note: @escaping @Sendable () -> Void,
    canceling: @escaping @Sendable (_ cancel: () -> Void) -> Void,
    hint: @escaping @Sendable () -> Void
  ) async throws {
    let watch = Locked(Watch())
    let result = await withoutActuallyEscaping(body) { body in
      // Safe because only the task uses it: the caller waits for the task, on the same actor.
      nonisolated(unsafe) let body = body
      return await withTaskCancellationHandler {
        let task = Task.beginningNow {
          _ = isolation
          // Counted from here, because a task that does not begin at once may wait for threads that other tests block.
          let expiry = timekeeper.now() + time
          let cancelAlarm = timekeeper.setAlarm(expiry) {
            guard watch.withLock({ $0.reach(expiry, note) }) else { return }
            canceling { Watch.cancel(watch) }
            _ = timekeeper.setAlarm(expiry + Self.grace) {
              if watch.withLock({ $0.isRunning }) { hint() }
            }
          }
          if watch.withLock({ $0.begin() }) { Watch.cancel(watch) }
          defer {
            watch.withLock { $0.isRunning = false }
            cancelAlarm()
          }
          try await body()
        }
        watch.withLock { $0.handle = task }
        let result = await task.result
        // Code that cancels its current task means that of the step, and knows nothing of this one.
        if task.isCancelled, watch.withLock({ $0.reached == nil }) { withUnsafeCurrentTask { $0?.cancel() } }
        return result
      } onCancel: {
        Watch.cancel(watch)
      }
    }
    guard let expiry = watch.withLock({ $0.reached }) else { return try result.get() }
    var limit = self
    limit.overrun = timekeeper.now() - expiry
    if case .failure(let error) = result {
      if error.isSkip { throw error }
      limit = limit.adding((error as? TimeLimit).map { $0.error } ?? error)
    }
    throw limit
  }

  /// The task of a closure that has a limit.
  private struct Watch {
    /// Known as soon as the closure begins; valid while the task lives, and `handle` keeps it alive.
    private var task: UnsafeCurrentTask?
    var handle: Task<Void, any Error>?
    var isRunning = true
    private var isCancelled = false
    private(set) var reached: Duration?

    /// - Returns: Whether the task has to be canceled.
    mutating func begin() -> Bool {
      task = withUnsafeCurrentTask { $0 }
      return isCancelled
    }

    /// - Returns: Whether the closure still runs.
    mutating func reach(_ expiry: Duration, _ note: () -> Void) -> Bool {
      if !isRunning { return false }
      reached = expiry
      note()
      return true
    }

    static func cancel(_ watch: Locked<Self>) {
      let task = watch.withLock { watch in
        watch.isCancelled = true
        return watch.task
      }
      // Outside the lock, because this runs the handlers of what the closure awaits.
      task?.cancel()
    }
  }

  /// - Parameter error: What was thrown as well; ignored if the limit already has an error.
  func adding(_ error: (any Error)?) -> TimeLimit {
    guard self.error == nil, let error, !error.isSkip, !error.isCancellation else { return self }
    var limit = self
    limit.error = error
    return limit
  }

  /// The time after which the canceled closure ended; `nil` if it ended at once, or in the moment that canceling takes.
  var timeOfLateEnd: Duration? { overrun < max(.milliseconds(100), time / 10) ? nil : time + overrun }
}

extension Task where Failure == any Error {
  /// Runs the closure on this thread until it first suspends, so that one that returns at once costs little.
  static func beginningNow(
    @_inheritActorContext _ operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Self {
    guard #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) else { return Self(operation: operation) }
    return immediate(operation: operation)
  }
}

/// The instant at which the time limit of a step is reached, for the step itself and the steps inside it.
final class Deadline: Sendable {
  let step: StepID
  let instant: Duration
  private let name: String
  private let time: Duration
  private let origin: PolicyOrigin
  private let around: Deadline?
  /// The earliest one around that was open when the step began, if it comes first.
  private let earlier: Deadline?
  private let isOpen = Locked(true)

  init(
    of step: StepID,
    _ name: String,
    _ time: Duration,
    from now: Duration,
    setBy origin: PolicyOrigin,
    inside around: Deadline?
  ) {
    instant = now + time
    (self.step, self.name, self.time, self.origin, self.around) = (step, name, time, origin, around)
    let earliest = around?.earliest
    earlier = earliest.map { $0.instant <= now + time } == true ? earliest : nil
  }

  func close() { isOpen.withLock { $0 = false } }

  /// The earliest open one, of this and those around; of equal ones, the outermost.
  var earliest: Deadline? {
    if let earlier, earlier.isOpen.withLock({ $0 }) { return earlier }
    guard isOpen.withLock({ $0 }) else { return around?.earliest }
    // None around came first when the step began, and none has been added since.
    if earlier == nil { return self }
    let earliest = around?.earliest
    return earliest.map { $0.instant <= instant } == true ? earliest : self
  }

  func text(for step: StepID) -> String {
    let owner = self.step == step ? "" : " of the step around it, \(name)"
    return "time limit of \(time.text)\(owner), set by \(origin.rawValue)"
  }
}
