import Foundation
import Testing

/// The tests of `Tests/Fixtures`, which fail on purpose: built once, and run in a child process.
enum Fixtures {
  /// The test binary.
  private static let binary = Result {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures").standardizedFileURL.path
    let scratch = "\(package)/.build" + (hasThreadSanitizer ? "/thread-sanitizer" : "")
    let arguments =
      ["swift", "build", "--package-path", package, "--scratch-path", scratch]
      + (hasThreadSanitizer ? ["--sanitize=thread"] : [])
    // No fixture needs what Swift Testing adds for Foundation, and Debian's Swift 6.2 lacks the library of it.
    let flags = ["-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-cross-import-overlays"]
    // A plan that is kept misses the files of the library that were added, renamed or deleted since.
    let plan = ["--disable-build-manifest-caching"]
    let build = process("/usr/bin/env", arguments + flags + plan + ["--build-tests", "--quiet"])
    let result = try run(build)
    try #require(result.exitCode == 0, "the fixtures do not compile: \(result.output)")
    let folder = try run(process("/usr/bin/env", arguments + ["--show-bin-path"])).output
    return folder.trimmingCharacters(in: .whitespacesAndNewlines) + "/FixturesPackageTests.xctest"
  }

  static let hasThreadSanitizer = dlsym(nil, "__tsan_init") != nil

  struct Run {
    let exitCode: Int32
    let output: String

    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    /// The lines of the log, with the clock of the console cut off and measured times made 0.0 s.
    var log: [String] {
      lines.filter { $0.hasPrefix("    t = ") }.map { line in
        line.replacing(#/^    t = +\d+\.\d\ds /#, with: "").replacing(/\d+\.\d s\b/, with: "0.0 s")
      }
    }
  }

  /// - Parameter test: `Class/method`, or a class with all its methods.
  /// - Parameter fileSizeLimit: How large the files of the process may grow, in KB.
  /// - Parameter directory: The working directory.
  static func runXCTest(
    _ test: String,
    _ environment: [String: String] = [:],
    fileSizeLimit: Int? = nil,
    directory: URL? = nil
  ) throws -> Run {
    try run(["Fixtures.\(test)"], environment, fileSizeLimit: fileSizeLimit, directory: directory)
  }

  /// Starts a test, and kills the process as soon as a condition is true.
  static func kill(_ test: String, _ environment: [String: String], when isTime: () -> Bool) throws {
    let process = process(try binary.get(), ["Fixtures.\(test)"], environment)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, !isTime() { usleep(500) }
    #expect(Foundation.kill(process.processIdentifier, SIGKILL) == 0)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
  }

  /// - Parameter filter: A regular expression that the name of the test begins with, from the suite on.
  /// - Parameter arguments: More arguments of the test runner.
  static func runSwiftTesting(
    _ filter: String,
    _ environment: [String: String] = [:],
    arguments: [String] = []
  ) throws -> Run {
    try run(
      ["--testing-library", "swift-testing", "--filter", "^Fixtures\\.\(filter)"] + arguments,
      environment
    )
  }

  private static func run(
    _ arguments: [String],
    _ environment: [String: String],
    fileSizeLimit: Int? = nil,
    directory: URL? = nil
  ) throws -> Run {
    let process = process(try binary.get(), arguments, environment)
    if let directory {
      process.currentDirectoryURL = directory
      // As a shell does.
      process.environment?["PWD"] = environment["PWD"] ?? directory.path
    }
    if let fileSizeLimit, let binary = process.executableURL {
      process.arguments = ["-c", #"ulimit -f \#(fileSizeLimit); exec "$0" "$@""#, binary.path] + arguments
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
    }
    return try run(process)
  }

  private static func run(_ process: Process) throws -> Run {
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Run(exitCode: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }

  private static func process(_ path: String, _ arguments: [String], _ environment: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("AUTO_RETRY_") }
      .merging(environment) { $1 }
    return process
  }
}

/// A place in a fixture, found by the comment that marks it.
struct Mark: CustomStringConvertible {
  /// The path and the line, such as `/src/Fixture.swift:12`.
  let description: String

  init(_ comment: String, in file: String) throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/Tests/Fixtures/\(file)").standardizedFileURL
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let index = try #require(lines.firstIndex { $0.hasSuffix("  // \(comment)") }, "no mark \(comment) in \(file)")
    description = "\(url.path):\(index + 1)"
  }

  /// As Swift Testing prints it: the name of the file, not its path.
  var short: String { String(description.split(separator: "/").last ?? "") }
}
