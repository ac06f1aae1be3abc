/// Tells a step from every other of the process.
struct StepID: Hashable, Sendable {
  let number: Int

  static func next() -> StepID {
    last.withLock { last in
      last += 1
      return StepID(number: last)
    }
  }

  private static let last = Locked(0)
}
