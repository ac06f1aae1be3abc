internal import Foundation

enum ProcessEnd {
  // Work that must not wait for the end of the process, because some runners are killed after their last test.
  static let atEndOfTests = Locked<@Sendable () -> Void>({})
  /// Whether the process must exit with an error, because a failure is in the result of no test.
  static let isRed = Locked(false)
  private static let work = Locked<[@Sendable () -> Void]>([])
  // A single handler, because `_exit` in one handler would skip those that follow.
  private static let handler = atexit { ProcessEnd.perform() }

  static func add(_ body: @escaping @Sendable () -> Void) {
    work.withLock { $0.append(body) }
    _ = handler
  }

  static func fail(_ line: String) {
    StandardStream.error(line)
    isRed.withLock { $0 = true }
    _ = handler
  }

  private static func perform() {
    for body in work.withLock({ $0 }) { body() }
    guard isRed.withLock({ $0 }) else { return }
    fflush(nil)
    // A handler cannot change the status of `exit`. With `_exit`, handlers registered before this one do not run.
    _exit(EXIT_FAILURE)
  }
}
