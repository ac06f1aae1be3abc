import Foundation
import RetryReport

/// The output of a command: a file that is written whole or not at all, or standard output.
enum OutputFile {
  static func write(_ text: String, to path: String?) throws(CommandFailure) {
    guard let path else { return try StandardStream.output(text) }
    try write(Data(text.utf8), to: path)
  }

  /// Puts bytes into a file.
  ///
  /// If it is there, its links, its mode and its owner stay.
  static func write(_ bytes: Data, to path: String) throws(CommandFailure) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    if !isThere, errno != ENOENT {
      throw CommandFailure("\(path) cannot be written: \(POSIXError.last.shortDescription)")
    }
    // Root may write any file, so the mode decides.
    if isThere, status.st_mode & 0o222 == 0 { throw CommandFailure("\(path) cannot be written: it is read-only") }
    do {
      if !isThere {
        try replace(path.target, with: bytes, mode: 0o666 & ~currentMask, owner: nil)
      } else if status.st_mode & S_IFMT == S_IFREG {
        try rewrite(path.target, status, with: bytes)
      } else {
        try FileHandle(forWritingTo: URL(fileURLWithPath: path)).write(contentsOf: bytes)
      }
    } catch {
      throw CommandFailure("\(path) cannot be written: \(error.shortDescription)")
    }
  }

  private static func rewrite(_ path: String, _ status: stat, with bytes: Data) throws {
    // Another name of the file would stay with the old bytes.
    guard status.st_nlink == 1 else { return try overwrite(path, with: bytes) }
    do {
      try replace(path, with: bytes, mode: status.st_mode & 0o7777, owner: (status.st_uid, status.st_gid))
    } catch let error as POSIXError where [.EACCES, .EPERM, .EROFS].contains(error.code) {
      // The folder or the owner is another's, and the file may be written all the same.
      try overwrite(path, with: bytes)
    }
  }

  /// Writes a file beside, and gives it the name.
  private static func replace(_ path: String, with bytes: Data, mode: mode_t, owner: (uid_t, gid_t)?) throws {
    var name = Array("\(path.folder)/.retry-report-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw POSIXError.last }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      if let owner, fchown(descriptor, owner.0, owner.1) != 0 { throw POSIXError.last }
      guard fchmod(descriptor, mode) == 0 else { throw POSIXError.last }
      try file.write(contentsOf: bytes)
      try file.synchronize()
      guard rename(name, path) == 0 else { throw POSIXError.last }
    } catch {
      unlink(name)
      throw error
    }
  }

  /// Writes into the file itself, after its room is known.
  private static func overwrite(_ path: String, with bytes: Data) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let size = try file.seekToEnd()
    do {
      // A full disk shows here, before anything is lost.
      try file.write(contentsOf: Data(count: max(0, bytes.count - Int(size))))
    } catch {
      try file.truncate(atOffset: size)
      throw error
    }
    try file.seek(toOffset: 0)
    try file.write(contentsOf: bytes)
    try file.truncate(atOffset: UInt64(bytes.count))
  }

  /// The permissions that a new file does not get.
  private static var currentMask: mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }
}

extension String {
  /// The path of the file that a link leads to, also if there is none yet.
  var target: String {
    let url = URL(fileURLWithPath: self)
    guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { return url.path }
    return URL(fileURLWithPath: link, relativeTo: url.deletingLastPathComponent()).path.target
  }
}

extension POSIXError {
  /// The error of the last call of the system.
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
