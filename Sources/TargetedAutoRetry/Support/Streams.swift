// If this file imported Foundation, `stdout` could not be used in Swift 6 mode.
#if canImport(Darwin)
  @preconcurrency internal import Darwin
#else
  @preconcurrency internal import Glibc
#endif

/// A standard stream of the process, as it was when the process began.
///
/// A test may redirect the stream to capture what its own code prints, and the log must not be part of that.
enum StandardStream: Sendable {
  case output
  case error

  /// Called before code of a test can redirect the streams.
  static func keep() { _ = (keptOutput, keptError) }

  // Each line is flushed, so that it stays in order with the lines of the test runner.
  func write(_ line: String) {
    var line = line + "\n"
    fflush(kept.standard)
    let stream = kept.stream
    // The length is passed, because a line may contain a NUL.
    line.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, stream) }
    fflush(stream)
  }

  var showsColors: Bool {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    if !variable("NO_COLOR").isEmpty || ["", "dumb"].contains(variable("TERM")) { return false }
    return isatty(fileno(kept.stream)) == 1 || (kept.isPipe && Self.isOutputOfParentATerminal)
  }

  /// `swift test` reads both streams of the tests through pipes, so what matters is where it writes to itself.
  private static let isOutputOfParentATerminal: Bool = {
    let output = open("/proc/\(getppid())/fd/\(STDOUT_FILENO)", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(output) }
    return isatty(output) == 1
  }()

  private var kept: KeptStream { self == .output ? Self.keptOutput : Self.keptError }

  private nonisolated(unsafe) static let keptOutput = KeptStream(stdout)
  private nonisolated(unsafe) static let keptError = KeptStream(stderr)
}

private struct KeptStream {
  let standard: UnsafeMutablePointer<FILE>
  private let copy: UnsafeMutablePointer<FILE>?
  private let status: stat

  init(_ standard: UnsafeMutablePointer<FILE>) {
    self.standard = standard
    copy = fdopen(fcntl(fileno(standard), F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "w")
    status = copy.map(Self.status) ?? stat()
  }

  /// The copy, unless a test has closed its descriptor, which the next open file would reuse.
  var stream: UnsafeMutablePointer<FILE> {
    guard let copy else { return standard }
    let now = Self.status(copy)
    return now.st_dev == status.st_dev && now.st_ino == status.st_ino ? copy : standard
  }

  var isPipe: Bool { status.st_mode & S_IFMT == S_IFIFO }

  private static func status(_ stream: UnsafeMutablePointer<FILE>) -> stat {
    var status = stat()
    fstat(fileno(stream), &status)
    return status
  }
}
