internal import Foundation

/// The end of the process: the work that is left for it, and its status.
enum ProcessEnd {
  /// Work that a runner would leave undone that is killed after its last test; the rest of it follows at the end.
  static let atEndOfTests = Locked<@Sendable () -> Void>({})
  /// True after a failure that is in the result of no test.
  static let isRed = Locked(false)
  private static let work = Locked<[@Sendable () -> Void]>([])
  /// One handler does it all, because the first that fails ends the rest.
  private static let handler = atexit { ProcessEnd.perform() }

  static func add(_ body: @escaping @Sendable () -> Void) {
    work.withLock { $0.append(body) }
    _ = handler
  }

  /// Prints a failure that is in the result of no test, and lets the process end red.
  static func fail(_ line: String) {
    StandardStream.error(line)
    isRed.withLock { $0 = true }
    _ = handler
  }

  private static func perform() {
    for body in work.withLock({ $0 }) { body() }
    guard isRed.withLock({ $0 }) else { return }
    fflush(nil)
    // A handler cannot change the status of `exit`. Handlers that were registered before do not run.
    _exit(EXIT_FAILURE)
  }
}
