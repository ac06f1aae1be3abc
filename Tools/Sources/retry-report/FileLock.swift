import Foundation
import RetryReport

/// The right to change a file, which one process has at a time.
///
/// Two jobs that read the same baseline, add to it and write it would lose the runs of one. The lock is a file beside it,
/// because the file itself is replaced. The system takes it back from a process that dies.
struct FileLock {
  /// The time that reading and writing a baseline never takes.
  static let usualLimit = Duration.seconds(30)

  private let name: String
  private let descriptor: Int32
  /// True if the lock is a file of its own, which goes with it.
  private let isBeside: Bool

  /// Calls a function while no other process is in this one for the same file.
  ///
  /// - Parameter limit: The time to wait for another process.
  static func hold<Value>(_ path: String, within limit: Duration = usualLimit, _ body: () throws -> Value) throws
    -> Value
  {
    let lock = try FileLock(path.target, limit)
    defer { lock.release() }
    return try body()
  }

  private init(_ path: String, _ limit: Duration) throws(CommandFailure) {
    let end = ContinuousClock.now + limit
    // In a folder that takes no file the file itself is written, not replaced, and can be the lock.
    isBeside = access(path.folder, W_OK) == 0
    name = isBeside ? path + ".lock" : path
    while true {
      let file = open(name, isBeside ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0o666)
      guard file >= 0 else { throw Self.failure(name) }
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        if Self.isStill(file, name) {
          descriptor = file
          return
        }
      } else if errno != EWOULDBLOCK {
        let failure = Self.failure(name)
        close(file)
        throw failure
      }
      close(file)
      guard ContinuousClock.now < end else {
        throw CommandFailure("\(path) is in use: another process has held \(name) for \(limit.components.seconds) s")
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  private static func failure(_ name: String) -> CommandFailure {
    CommandFailure("\(name) cannot be locked: \(POSIXError.last.shortDescription)")
  }

  /// True if the name still leads to the open file, which the process before may have taken away.
  static func isStill(_ file: Int32, _ name: String) -> Bool {
    var (open, named) = (stat(), stat())
    guard fstat(file, &open) == 0, stat(name, &named) == 0 else { return false }
    return (open.st_dev, open.st_ino) == (named.st_dev, named.st_ino)
  }

  private func release() {
    if isBeside { unlink(name) }
    close(descriptor)
  }
}
