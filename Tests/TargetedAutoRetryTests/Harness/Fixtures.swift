import Foundation
import Testing

/// The tests of `Tests/Fixtures`, which fail on purpose: built once, and run in a child process.
enum Fixtures {
  private static let package = Repository.url("Tests/Fixtures").path

  /// The options of SwiftPM for the build that the tests use.
  private static var place: [String] {
    let folder = ThreadSanitizer.isOn ? "/thread-sanitizer" : ChildProcess.isMeasured ? "/coverage" : ""
    return ["--package-path", package, "--scratch-path", "\(package)/.build\(folder)"]
  }

  /// The path of the test binary.
  private static let binary = Task {
    // Threads would lose counts of each other, and so lines that are reached seldom.
    let atomic = ["-Xswiftc", "-Xllvm", "-Xswiftc", "-instrprof-atomic-counter-update-all"]
    let options =
      ThreadSanitizer.isOn ? ["--sanitize=thread"] : ChildProcess.isMeasured ? ["--enable-code-coverage"] + atomic : []
    let arguments = ["swift", "build"] + place + options
    // No fixture needs Swift Testing's support for Foundation, and Debian's Swift 6.2 lacks its library.
    let flags = ["-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-cross-import-overlays"]
    // A kept plan misses files of the library that were added, renamed or deleted since: SwiftPM checks only those of
    // the package itself.
    let plan = ["--disable-build-manifest-caching"]
    let build = try await ChildProcess(arguments: arguments + flags + plan + ["--build-tests", "--quiet"]).run()
    if build.exitCode != 0 { throw BuildFailure(output: build.output) }
    let products = try await ChildProcess(arguments: arguments + ["--show-bin-path"]).run().output
    return products.trimmingCharacters(in: .whitespacesAndNewlines) + "/FixturesPackageTests.xctest"
  }

  /// Unlike the error of `#require`, it fails each test that waits for the build.
  private struct BuildFailure: Error, CustomStringConvertible {
    let output: String

    var description: String { "the fixtures do not compile: \(output)" }
  }

  struct Run {
    let exitCode: Int32
    let output: String

    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    /// The lines of the failures in XCTest.
    var errors: [String] { lines.filter { $0.contains(": error: ") } }

    /// The texts of the failures in XCTest, without place and test.
    var failures: [String] {
      errors.map { $0.split(separator: " : ").dropFirst().joined(separator: " : ") }
    }

    /// The lines of the issues in Swift Testing.
    var issues: [String] { lines.filter { $0.contains("recorded an issue at ") } }

    /// What the fixture has printed.
    var said: [String] { lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) } }

    /// The output, with measured times made 0 ms.
    var timeless: String { output.replacing(/(\d+\.\d s|\d+ ms)\b/, with: "0 ms") }

    /// The lines of the log, with the clock of the console cut off and measured times made 0 ms.
    var log: [String] {
      timeless.split(separator: "\n").filter { $0.hasPrefix("    t = ") }
        .map { $0.replacing(#/^    t = +\d+\.\d\ds /#, with: "") }.map(String.init)
    }
  }

  /// - Parameter test: `Class/method`, or a class with all its methods.
  /// - Parameter directory: The working directory.
  static func runXCTest(
    _ test: String,
    _ environment: [String: String] = [:],
    directory: URL? = nil
  ) async throws -> Run {
    var process = try await xctest(test, environment)
    if let directory {
      process.directory = directory
      // As a shell does.
      process.environment["PWD"] = environment["PWD"] ?? directory.path
    }
    return try await run(process)
  }

  /// - Parameter filter: A regular expression that the name of the test begins with, from the suite on.
  /// - Parameter arguments: More arguments of the test runner.
  static func runSwiftTesting(
    _ filter: String,
    _ environment: [String: String] = [:],
    arguments: [String] = []
  ) async throws -> Run {
    var process = try await swiftTesting(filter)
    process.arguments += arguments
    process.environment = environment
    return try await run(process)
  }

  /// A test of Swift Testing that is not started yet.
  static func swiftTesting(_ filter: String) async throws -> ChildProcess {
    let filter = ["--testing-library", "swift-testing", "--filter", "^Fixtures\\.\(filter)"]
    return try await ChildProcess(path: binary.value, arguments: filter)
  }

  /// Runs a test of the framework that its class or suite has.
  static func run(_ test: String, _ environment: [String: String] = [:]) async throws -> Run {
    try await test.contains("Suite")
      ? runSwiftTesting("\(test)\\(", environment) : runXCTest(test, environment)
  }

  /// Runs the tests that a regular expression matches, as users do.
  static func runSwiftTest(_ filter: String) async throws -> Run {
    _ = try await binary.value
    return try await run(ChildProcess(arguments: ["swift", "test", "--skip-build"] + place + ["--filter", filter]))
  }

  /// A test of XCTest that is not started yet.
  static func xctest(_ test: String, _ environment: [String: String]) async throws -> ChildProcess {
    try await ChildProcess(path: binary.value, arguments: ["Fixtures.\(test)"], environment: environment)
  }

  private static func run(_ process: ChildProcess) async throws -> Run {
    let end = try await process.run()
    return Run(exitCode: end.exitCode, output: end.output)
  }
}

/// A place in a fixture, found by the comment that marks it.
struct Mark: CustomStringConvertible {
  /// The path and the line, such as `/src/Fixture.swift:12`.
  let description: String

  init(_ comment: String, in file: String) throws {
    let url = Repository.url("Tests/Fixtures/Tests/Fixtures/\(file)")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let index = try #require(lines.firstIndex { $0.hasSuffix("  // \(comment)") }, "no mark \(comment) in \(file)")
    description = "\(url.path):\(index + 1)"
  }

  /// As Swift Testing prints it: the name of the file, not its path.
  var short: String { String(description.split(separator: "/").last ?? "") }
}
