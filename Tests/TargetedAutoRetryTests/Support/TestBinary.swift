import Foundation
import Testing

/// This very test binary, run again as a child process with the ``Fixtures`` armed.
enum TestBinary {
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
  static func runXCTest(_ test: String, _ environment: [String: String] = [:]) throws -> Run {
    try run(["TargetedAutoRetryTests.\(test)"], environment)
  }

  /// - Parameter filter: A regular expression that the name of the test begins with, from the suite on.
  static func runSwiftTesting(_ filter: String, _ environment: [String: String] = [:]) throws -> Run {
    try run(["--testing-library", "swift-testing", "--filter", "^TargetedAutoRetryTests\\.\(filter)"], environment)
  }

  private static func run(_ arguments: [String], _ environment: [String: String]) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("AUTO_RETRY_") }
      .merging([Fixtures.variable: "1"]) { $1 }
      .merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Run(exitCode: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }
}

/// A place in a fixture, found by the comment that marks it.
struct Mark: CustomStringConvertible {
  /// The path and the line, such as `/src/Fixture.swift:12`.
  let description: String

  init(_ comment: String, in file: String) throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/\(file)").standardizedFileURL
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let index = try #require(lines.firstIndex { $0.hasSuffix("  // \(comment)") }, "no mark \(comment) in \(file)")
    description = "\(url.path):\(index + 1)"
  }

  /// As Swift Testing prints it: the name of the file, not its path.
  var short: String { String(description.split(separator: "/").last ?? "") }
}
