internal import Foundation

/// The work that is left for the end of the process; one handler does it all, because the first that fails ends the rest.
enum ProcessEnd {
  /// Work that a runner would leave undone that is killed after its last test; the rest of it follows at the end.
  static let atEndOfTests = Locked<@Sendable () -> Void>({})
  private static let work = Locked<[@Sendable () -> [String]]>([])

  /// Adds work, which returns the lines of failures; with any of them the process ends red.
  static func add(_ body: @escaping @Sendable () -> [String]) {
    let isFirst = work.withLock { work in
      work.append(body)
      return work.count == 1
    }
    if isFirst { atexit { ProcessEnd.perform() } }
  }

  private static func perform() {
    let failures = work.withLock { $0 }.flatMap { $0() }
    if failures.isEmpty { return }
    failures.forEach(StandardStream.error)
    fflush(nil)
    // A handler cannot change the status of `exit`. Handlers that were registered before do not run.
    _exit(EXIT_FAILURE)
  }
}
