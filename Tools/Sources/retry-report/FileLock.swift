import Foundation
import RetryReport

/// The exclusive right to change a file.
///
/// Two jobs that read the same baseline, add to it and write it would lose the runs of one. The folder is locked, because
/// the file itself is replaced. The system releases the lock of a process that dies.
enum FileLock {
  /// Calls a function while no other process holds the lock of the same folder.
  static func hold<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    let folder = path.target.folder
    // If this fails, opening the folder reports the error.
    try? OutputFile.makeFolder(of: path)
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw CommandFailure("\(folder) cannot be locked: \(POSIXError.last.shortDescription)")
    }
    return try body()
  }
}
