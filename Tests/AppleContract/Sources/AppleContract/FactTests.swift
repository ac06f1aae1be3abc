import Foundation
import Testing
import XCTest

@testable import OnAMac
@testable import TargetedAutoRetry

/// The facts that a Mac is to confirm are those of the stand-in: what is expected is seen here.
@Suite(.serialized) struct FactTests {
  /// A simulator, for as long as the facts are checked.
  private static let environment = [
    "XCTestConfigurationFilePath": "", "SIMULATOR_DEVICE_NAME": "iPhone 17", "SIMULATOR_RUNTIME_VERSION": "26.0",
  ]

  @Test func `all that is expected is seen on the stand-in`() async {
    for (name, value) in Self.environment { setenv(name, value, 1) }
    defer { for name in Self.environment.keys { unsetenv(name) } }
    await Self.runIssueTests()
    await Self.runApplicationTests()
    let seen = Notebook.shared.seen
    // A failed assertion cannot leave a test on Linux.
    for fact in Fact.allCases where fact != .interruption {
      let saw = seen[fact] ?? "not seen"
      let expected = fact.expected ?? saw
      #expect(saw == expected || saw.hasPrefix(expected + ":"), "\(fact.rawValue): \(saw)")
      #expect(saw != "not seen", "\(fact.rawValue): \(saw)")
    }
  }

  private struct EndSink: RetryEventSink {
    let ends = Locked<[Bool]>([])

    func receive(_ event: RetryEvent) {}

    func end(in step: StepID?, isLast: Bool) { ends.withLock { $0.append(isLast) } }
  }

  @Test @MainActor func `sinks learn when the test bundle has finished`() {
    TestRun.watch()
    let sink = EndSink()
    let dependencies = Dependencies(timekeeper: .live, sinks: [sink], recordFailure: { _ in true })
    StepEnvironment.$current.withValue(StepEnvironment(in: .current, dependencies: dependencies)) {
      XCTestObservationCenter.shared.observers.forEach { $0.testBundleDidFinish(.main) }
    }
    #expect(sink.ends.withLock { $0 } == [false])
  }

  @Test func `the script lists each fact and fails for a false one`() throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A fact has a line before it is seen, and once more where the process that saw it has died.
    let lines = ["A\tyes\t", "B\tyes\t", "C\t\t", "A\tyes\tyes: a | b", "C\t\tred", "A\tyes\t"]
    let facts = folder.appendingPathComponent("facts")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: facts)
    let script = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../OnAMac/check").standardizedFileURL
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [script.path, "--table", facts.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let table = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(
      table.split(separator: "\n").dropFirst(2) == [
        "| A | yes | yes: a \\| b | ✅ |", "| B | yes | *not seen* | ❌ |", "| C | not known | red |  |",
      ]
    )
  }

  private static func runIssueTests() async {
    for test in [
      { $0.testEnvironment() }, { $0.testPlaces() }, { try $0.testError() }, { $0.testGoesOn() },
      { $0.testWorkerThread() }, { $0.testWithholding() }, { $0.testExpectedFailure() }, { $0.testRerun() },
      { $0.testNestedSteps() }, { $0.testWaitOfAStep() },
    ] as [@MainActor @Sendable (IssueTests) throws -> Void] {
      _ = await run(IssueTests.self, test)
    }
    _ = await runLater(HookTests.self) { await $0.testHookElsewhere() }
  }

  /// The waits of the facts take real time.
  private static func runApplicationTests() async {
    for test in [
      { $0.testLaunch() }, { $0.testCrash() }, { $0.testCrashInLaunch() }, { $0.testReset() }, { $0.testMonitor() },
    ] as [@MainActor @Sendable (ApplicationTests) -> Void] {
      _ = await run(ApplicationTests.self) { testCase in
        FakeApplication.current = counter()
        test(testCase)
      }
    }
  }

  /// The application in Tests/OnAMac/App.
  @MainActor private static func counter() -> FakeApplication {
    var count = 0
    return FakeApplication(
      onLaunch: { app in
        if app.launchArguments.contains("-crash") { return app.end() }
        app.elements = ["0 times", "Count", "Ask", "Crash"]
      },
      onTap: { app, label in
        switch label {
        case "Count":
          count += 1
          app.elements.insert("\(count) times")
        case "Ask": app.interruption = "Contacts"
        case "Crash": app.end()
        default: break
        }
      }
    )
  }
}
