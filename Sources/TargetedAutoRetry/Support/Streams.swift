// If this file imported Foundation, `stdout` could not be used in Swift 6 mode.
#if canImport(Darwin)
  @preconcurrency internal import Darwin
#else
  @preconcurrency internal import Glibc
#endif

enum StandardStream: Sendable {
  case output
  case error

  // Each line is flushed, so that it stays in order with the lines of the test runner.
  func write(_ line: String) {
    var line = line + "\n"
    let (standard, stream) = (standard, stream)
    fflush(standard)
    // The length is passed, because a line may contain a NUL.
    line.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, stream) }
    fflush(stream)
  }

  var showsColors: Bool {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    if !variable("NO_COLOR").isEmpty || ["", "dumb"].contains(variable("TERM")) { return false }
    let descriptor = fileno(stream)
    return isatty(descriptor) == 1 || (fileStatus(descriptor).isPipe && Self.isOutputOfParentATerminal)
  }

  /// `swift test` reads both streams of the tests through pipes, so what matters is where it writes to itself.
  private static let isOutputOfParentATerminal: Bool = {
    let output = open("/proc/\(getppid())/fd/\(STDOUT_FILENO)", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(output) }
    return isatty(output) == 1
  }()

  private var standard: UnsafeMutablePointer<FILE> { self == .output ? stdout : stderr }

  private var stream: UnsafeMutablePointer<FILE> {
    self == .output ? Self.kept.withLock { $0?.stream } ?? standard : standard
  }
}

// A test may redirect its output to capture what its own code prints, and the log must not be part of that.
extension StandardStream {
  private struct Kept {
    private let copy: UnsafeMutablePointer<FILE>
    private let status: stat

    /// `nil` if the process itself has opened what the output goes to: then it captures its output already, and waits
    /// for the end of a pipe that a copy would keep open.
    init?(_ descriptor: Int32) {
      status = fileStatus(descriptor)
      for other in (STDERR_FILENO + 1)..<256 where fileStatus(other).isSameFile(as: status) {
        return nil
      }
      guard let copy = fdopen(fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "w") else { return nil }
      self.copy = copy
    }

    /// `nil` if a test has closed the descriptor, which the next open file would reuse.
    var stream: UnsafeMutablePointer<FILE>? {
      fileStatus(fileno(copy)).isSameFile(as: status) ? copy : nil
    }
  }

  private static let kept = Locked<Kept?>(nil)

  /// Called before code of a test can redirect the output.
  static func keep() {
    kept.withLock { if $0 == nil { $0 = Kept(STDOUT_FILENO) } }
  }
}

private func fileStatus(_ descriptor: Int32) -> stat {
  var status = stat()
  fstat(descriptor, &status)
  return status
}

extension stat {
  fileprivate var isPipe: Bool { st_mode & S_IFMT == S_IFIFO }

  fileprivate func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}
