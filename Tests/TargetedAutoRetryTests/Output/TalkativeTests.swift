import Foundation
import Testing

@testable import TargetedAutoRetry

/// The lines of steps whose descriptions run steps.
@Suite struct TalkativeTests {
  private struct Page: TargetedAutoRetry {}

  /// The lines of the console without the time and the name of the test.
  private func lines(_ body: () async throws -> Void) async rethrows -> [String] {
    let lines = Locked<[String]>([])
    let log = ConsoleLog(level: .all, write: { text in lines.withLock { $0 += text.components(separatedBy: "\n") } })
    let dependencies = Dependencies(timekeeper: FakeTime().timekeeper, sinks: [log], recordFailure: { _ in true })
    try await StepEnvironment.$current.withValue(
      StepEnvironment(in: .current, dependencies: dependencies),
      operation: body
    )
    return lines.withLock { $0 }.map { $0.replacing(#/^ +t = +[0-9.]+s \[[^\]]*\] /#, with: "") }
  }

  /// An error whose description runs a step.
  private struct Talkative: Error, CustomStringConvertible {
    let describe: @Sendable () -> Void

    var description: String {
      describe()
      return "talkative"
    }
  }

  @Test func `a description in a line may run a step, or wait for one, and the lines of an event stay together`()
    async throws
  {
    let lines = try await lines {
      let environment = StepEnvironment.current
      let error = Talkative {
        DispatchQueue.global().sync {}
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread {
          StepEnvironment.$current.withValue(environment) {
            _ = Page().step("Inner")
          }
          group.leave()
        }
        #expect(group.wait(timeout: .now() + 600) == .success)
      }
      try Page().step("Outer") { if RetryAttempt.current?.number == 1 { throw error } }
    }
    #expect(lines.contains { $0.hasSuffix("Inner") })
    let failed = try #require(lines.firstIndex { $0.contains("[RETRY INFO: 0] Outer") })
    #expect(lines[failed + 1].hasSuffix("[CAUSE: 0] Threw talkative."))
  }
}
