import Foundation

/// A program that has finished.
struct ChildProcess {
  let exitCode: Int32
  let output: String
  let errors: String

  /// The variables of every program: those that find other programs, but none of a terminal or a CI service.
  private static let environment: [String: String] = {
    let kept = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"]
    let found = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
    return found.merging(["LANG": "C.UTF-8", "NO_COLOR": "1"]) { $1 }
  }()

  /// - Parameters:
  ///   - environment: Its variables, in addition to those of every program.
  ///   - folder: Its working directory; `nil` for that of the tests.
  init(_ executable: URL?, _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil)
    async throws
  {
    let workingFolder = folder
    (exitCode, output, errors) = try await withTemporaryFolder { folder in
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.environment = Self.environment.merging(environment) { $1 }
      if let workingFolder { process.currentDirectoryURL = workingFolder }
      // Files, because two pipes would have to be read at the same time.
      let (output, errors) = (folder.appendingPathComponent("output"), folder.appendingPathComponent("errors"))
      for file in [output, errors] { try Data().write(to: file) }
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      process.waitUntilExit()
      return (
        process.terminationStatus,
        String(decoding: try Data(contentsOf: output), as: UTF8.self),
        try String(contentsOf: errors, encoding: .utf8)
      )
    }
  }
}

#if os(Linux)
  extension ChildProcess {
    /// A program that is built with the tests.
    static func program(_ name: String) -> URL {
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent(name)
    }

    /// `retry-report`, as a shell runs it.
    static func report(_ arguments: [String]) async throws -> ChildProcess {
      try await ChildProcess(program("retry-report"), arguments)
    }

    /// A script in which `"$0"` is `retry-report`, and the arguments are `"$@"`.
    static func shell(_ script: String, _ arguments: [String]) async throws -> ChildProcess {
      try await ChildProcess(
        URL(fileURLWithPath: "/bin/bash"),
        ["-c", script, program("retry-report").path] + arguments
      )
    }
  }
#endif

/// The browser that the page is opened in.
enum Chromium {
  /// The program that `CHROMIUM` names, or the one in the path.
  static let executable: URL? = {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map { URL(fileURLWithPath: String($0)) }
    let candidates =
      environment["CHROMIUM"].map { [URL(fileURLWithPath: $0)] }
      ?? folders.map { $0.appendingPathComponent("chromium") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()
}

/// Runs a body with a folder, and removes the folder.
func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("retry-report-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
