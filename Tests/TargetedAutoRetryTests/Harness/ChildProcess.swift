import Foundation

/// A program that runs alongside the tests.
///
/// A thread of its own waits for it. The pool of tasks has as many threads as there are cores, and a test that waits on
/// one of them would hold up the others.
struct ChildProcess: Sendable {
  struct End: Sendable {
    let exitCode: Int32
    let output: String
    var isKilled = false
  }

  var path = "/usr/bin/env"
  var arguments: [String]
  var environment: [String: String] = [:]
  var directory: URL?

  /// The file in which this process counts its lines; `nil` if coverage is not measured.
  private static let profile = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
  static let isMeasured = profile != nil

  /// The variables of every program: those that find the toolchain, and none that changes what a test prints.
  private static let environment: [String: String] = {
    let kept = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "DEVELOPER_DIR", "SDKROOT", "TOOLCHAINS"]
    var made = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) || $0.key.hasPrefix("DYLD_") }
    (made["LANG"], made["NO_COLOR"]) = ("C.UTF-8", "1")
    made["LLVM_PROFILE_FILE"] = profile.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("children/%p.profraw").path
    }
    return made
  }()

  /// At most one program per core runs at a time.
  private static let slots = DispatchSemaphore(value: ProcessInfo.processInfo.activeProcessorCount)

  /// Far more than any program needs, so that one that hangs fails its test.
  var mostSeconds = 900.0

  /// Runs the program to its end.
  func run() async throws -> End {
    try await Self.onThread {
      let process = makeProcess()
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let id = process.processIdentifier
      let killer = DispatchWorkItem { Foundation.kill(id, SIGKILL) }
      DispatchQueue.global().asyncAfter(deadline: .now() + mostSeconds, execute: killer)
      defer { killer.cancel() }
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return End(exitCode: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
    }
  }

  /// Starts the program that many times at once, and waits for all of them.
  func run(times count: Int) async throws -> [End] {
    try await Self.onThread {
      let processes = try (0..<count).map { _ in try start() }
      return processes.map(end(of:))
    }
  }

  /// Starts the program, and kills it when a condition is true.
  func kill(when isTime: @escaping @Sendable () -> Bool) async throws -> End {
    try await Self.onThread {
      let process = try start()
      while process.isRunning, !isTime() { usleep(500) }
      Foundation.kill(process.processIdentifier, SIGKILL)
      return end(of: process)
    }
  }

  private func start() throws -> Process {
    let process = makeProcess()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func end(of process: Process) -> End {
    process.waitUntilExit()
    let isKilled = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    return End(exitCode: process.terminationStatus, output: "", isKilled: isKilled)
  }

  private func makeProcess() -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = Self.environment.merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = directory }
    return process
  }

  private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        slots.wait()
        defer { slots.signal() }
        continuation.resume(with: Result(catching: body))
      }
    }
  }
}
