#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A file that only grows, by whole records, even if other processes write to the folder or this one is killed.
struct AppendOnlyFile: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let code: Int32
    let description: String

    init(errno code: Int32) {
      self.code = code
      description = String(cString: strerror(code))
    }
  }

  private let path: String
  private let descriptor: Int32

  init(path: String) throws(Failure) {
    try self.init(path: path, flags: O_CREAT)
  }

  /// Makes a new file; an existing file or link is an error.
  init(newAt path: String) throws(Failure) {
    // With `O_EXCL` a link is an existing file, wherever it leads.
    try self.init(path: path, flags: O_CREAT | O_EXCL)
  }

  private init(path: String, flags: Int32) throws(Failure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | flags, 0o644)
    if descriptor < 0 { throw Failure(errno: errno) }
  }

  /// True if the file has been deleted, so that further writes would be lost.
  var isDeleted: Bool { access(path, F_OK) != 0 && errno == ENOENT }

  func close() { _ = closeFile(descriptor) }

  /// Appends a record with one call of `write`, or more if the system takes less at once.
  func append(_ record: UnsafeBufferPointer<UInt8>) throws(Failure) {
    let code = Self.mayReachSizeLimit ? Self.withoutSizeSignal { put(record) } : put(record)
    if code != 0 { throw Failure(errno: code) }
  }

  /// - Returns: 0, or the number of the error.
  private func put(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 { return errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// True if files of this process may have a size limit; it is read before each write, because tests may set one.
  private static var mayReachSizeLimit: Bool {
    var limit = rlimit()
    return getrlimit(fileSizeLimit, &limit) != 0 || limit.rlim_cur != unlimited
  }

  /// Runs a closure that may exceed the size limit of files, without the signal that would end the process.
  private static func withoutSizeSignal(_ body: () -> Int32) -> Int32 {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    let code = body()
    if code == EFBIG { take(signals) }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return code
  }

  private static func take(_ signals: sigset_t) {
    var signals = signals
    var pending = sigset_t()
    var taken: Int32 = 0
    sigpending(&pending)
    if sigismember(&pending, SIGXFSZ) == 1 { sigwait(&signals, &taken) }
  }
}

// The system's function `close` cannot be called inside a type with a method of that name.
private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }

#if canImport(Darwin)
  private let fileSizeLimit = RLIMIT_FSIZE
  private let unlimited = rlim_t.max >> 1
#else
  private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  private let unlimited = rlim_t.max
#endif
