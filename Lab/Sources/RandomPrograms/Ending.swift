import Foundation
import RetryReport
import Testing
import XCTest

@testable import TargetedAutoRetry

/// A process that ends in a way of its own, and what the report has to say of it.
enum Ending: String, CaseIterable {
  case crash, kill, hang, exit, besideStep, betweenSteps, clean

  private static let variable = "RANDOM_PROGRAMS_ENDING"

  /// The ending of this process, if it is such a child.
  static let asked = ProcessInfo.processInfo.environment[variable].flatMap(Ending.init)

  /// The begin of the sentence of the report's box of deaths; nil if there is none.
  private var sentence: String? {
    switch self {
    case .crash, .kill, .hang: "A process died during Third (Ending.swift:"
    case .exit: "A process exited during Third (Ending.swift:"
    case .betweenSteps: "A process died after Second (Ending.swift:"
    case .besideStep, .clean: nil
    }
  }

  /// The steps of a test, of which the last ends the process.
  func run() {
    let test = EndingSteps()
    if self == .besideStep {
      let hasBegun = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        EndingSteps().autoRetry("Poll") {
          hasBegun.signal()
          sleep(60)
        } until: {
          true
        }
      }
      hasBegun.wait()
    }
    for name in ["First", "Second"] {
      test.autoRetry(name) {
      } until: {
        true
      }
    }
    if self == .betweenSteps { Foundation.kill(getpid(), SIGKILL) }
    test.autoRetry("Third") {
      switch self {
      case .crash: fatalError()
      case .kill: Foundation.kill(getpid(), SIGKILL)
      case .hang: sleep(60)
      case .exit: Foundation.exit(0)
      case .besideStep, .betweenSteps, .clean: break
      }
    } until: {
      true
    }
  }

  /// Runs a process that ends so.
  ///
  /// - Returns: What is wrong in the report, or nil.
  func problem(in framework: Program.Framework) throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let check = Check(framework: framework, seed: 0, count: 1, most: 1, shrinks: false)
    let variables = [Self.variable: rawValue, "AUTO_RETRY_REPORT": folder.path]
    let process = try ChildCheck(check: check).process(in: folder, variables)
    try process.run()
    if self == .hang {
      while process.isRunning, !Self.text(of: folder).contains("Third") { usleep(1_000) }
      Foundation.kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
    let report = Guarded<Report?>(nil)
    let isRead = DispatchSemaphore(value: 0)
    Task.detached {
      let read = await RecordReader([folder.path]).report()
      report.withLock { $0 = read }
      isRead.signal()
    }
    isRead.wait()
    guard let report = report.withLock({ $0 }) else { return "no report" }
    let text = TextFormat.render(report)
    let isTold = sentence.map(text.contains) ?? !text.contains("A process")
    let running = report.input.problems.filter { $0.contains("Poll (Ending.swift:") && $0.contains(" still running ") }
    if isTold, running.count == (self == .besideStep ? 1 : 0) { return nil }
    return "\(rawValue): \(text.prefix { $0 != "\n" }) \(report.input.problems)"
  }

  private static func text(of folder: URL) -> String {
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined()
  }
}

private struct EndingSteps: TargetedAutoRetry {}

final class EndingCase: RetryableTestCase, @unchecked Sendable {
  /// Runs the test as XCTest does.
  static func run(_ ending: Ending) {
    let suite = XCTestSuite(name: "Ending")
    suite.addTest(EndingCase(name: "testEnding") { _ in ending.run() })
    suite.run()
  }
}

@Suite struct EndingSuite {
  @Test(.enabled(if: Ending.asked != nil)) func ends() throws { try #require(Ending.asked).run() }
}
