/// The notes that the steps inside of an attempt, or of reset steps, leave for the step around them.
///
/// A step that outlives the one around it may still leave a note, which goes with this object.
final class StepNotes: Sendable {
  /// Why a step inside was ended: the step around ends as well, whatever its closures do with the error.
  private nonisolated(unsafe) var abortion: InnerAbortion?
  /// The first step inside that did not succeed.
  private nonisolated(unsafe) var failure: FailedAttempt.InnerFailure?
  /// True in the outermost step when the log has said that the nest is large.
  private nonisolated(unsafe) var isWarned = false

  /// In the outermost step the test that the nest belongs to, once it has been looked for.
  private nonisolated(unsafe) var test: RunningTest?

  /// One for all notes: a lock of its own would cost every step that passes two allocations.
  private static let lock = Locked(())

  var hasAbortion: Bool { Self.lock.withLock { _ in abortion != nil } }

  func leave(_ failure: FailedAttempt.InnerFailure) {
    Self.lock.withLock { _ in
      if self.failure == nil { self.failure = failure }
    }
  }

  func leave(_ abortion: InnerAbortion) {
    Self.lock.withLock { _ in
      let isReported = abortion.isReported && self.abortion?.isReported != false
      self.abortion = InnerAbortion(reason: self.abortion?.reason ?? abortion.reason, isReported: isReported)
    }
  }

  func isFirstWarning() -> Bool {
    Self.lock.withLock { _ in
      defer { isWarned = true }
      return !isWarned
    }
  }

  /// - Parameter look: Looks for the test, which takes long.
  func test(_ look: () -> RunningTest?) -> RunningTest? {
    if let test = Self.lock.withLock({ _ in test }) { return test }
    let found = look()
    Self.lock.withLock { _ in test = found }
    return found
  }

  /// Hands out the notes that were left since the last time.
  func take() -> (abortion: InnerAbortion?, failure: FailedAttempt.InnerFailure?) {
    Self.lock.withLock { _ in
      defer { (abortion, failure) = (nil, nil) }
      return (abortion, failure)
    }
  }
}
