import Foundation
import Testing

@testable import TargetedAutoRetry

/// The lines of steps that run at the same time.
@Suite struct SideBySideTests {
  private struct Page: TargetedAutoRetry {}

  /// The lines of the console without the time and the name of the test; `[s7]` becomes `[a]`, in the order of the
  /// numbers.
  private func lines(_ level: LogLevel = .all, _ body: () async throws -> Void) async rethrows -> [String] {
    let lines = Locked<[String]>([])
    let log = ConsoleLog(level: level, write: { line in lines.withLock { $0.append(line) } })
    let world = World(timekeeper: FakeTime().timekeeper, sinks: [log], recordFailure: { _ in true })
    try await Surroundings.$current.withValue(Surroundings(in: .current, world: world), operation: body)
    var names: [Substring: Character] = [:]
    return lines.withLock { $0 }.map { line in
      let line = line.replacing(#/^ +t = +[0-9.]+s \[[^\]]*\] /#, with: "")
      return line.replacing(#/^\[(s[0-9]+)\]/#) { match in
        let letters = "abcdefgh"
        let name = names[match.1] ?? letters[letters.index(letters.startIndex, offsetBy: names.count)]
        names[match.1] = name
        return "[\(name)]"
      }
    }
  }

  private func step(_ name: String) async { await step(name) {} }

  private func step(_ name: String, _ body: () async throws -> Void) async rethrows {
    _ = try await Page().autoRetry(mainAction: body, successCondition: { true }, actionDescription: name)
  }

  @Test func `steps one after another, and steps inside others, have no mark`() async throws {
    let lines = await lines {
      await step("Outer") {
        await step("First")
        await step("Second")
      }
      await step("Third")
    }
    #expect(!lines.contains { $0.contains("[a]") })
    #expect(lines.first == "Outer")
  }

  @Test func `two at once are told apart from the moment on when the second begins, steps inside included`()
    async throws
  {
    let (firstIsIn, secondIsOver) = (Gate(), Gate())
    let lines = await lines {
      async let first: Void = step("First") {
        await firstIsIn.open()
        await secondIsOver.wait()
        await step("Inner")
      }
      async let second: Void = {
        await firstIsIn.wait()
        await step("Second")
        await secondIsOver.open()
      }()
      _ = await (first, second)
      await step("Third")
    }
    let wait = "Wait for Success Condition for action: "
    #expect(
      lines == [
        "First", "[a] Second", "[a] \(wait)Second", "[b]     Inner", "[b]     \(wait)Inner", "[b] \(wait)First",
        "Third",
        "\(wait)Third",
      ]
    )
  }

  @Test func `where only retries are logged, they are told apart as well`() async throws {
    let (firstIsIn, bothAreIn) = (Gate(), Gate())
    let lines = await lines(.retries) {
      async let first: Void = step("First") {
        await firstIsIn.open()
        if RetryAttempt.current?.number == 1 { throw Script.Broken(description: "broken") }
        await bothAreIn.wait()
      }
      async let second: Void = {
        await firstIsIn.wait()
        await step("Second") { await bothAreIn.open() }
      }()
      _ = try? await (first, second)
    }
    #expect(lines.last?.hasSuffix("♻️♻️♻️✅ First required 1 retry attempt before success. Cure: retrying.") == true)
    #expect(lines.last?.hasPrefix("[") == true)
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
      let surroundings = Surroundings.current
      let error = Talkative {
        DispatchQueue.global().sync {}
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread {
          Surroundings.$current.withValue(surroundings) {
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

  @Test func `steps that another test of XCTest left unfinished mark nothing`() {
    let steps = LoggedSteps(.all)
    let tests = ["testFirst", "testSecond"].map { name in
      TestIdentity(framework: .xctest, suite: "Shop", function: name, name: name, start: Date(timeIntervalSince1970: 0))
    }
    #expect(steps.label(for: .mainAction(in: tests[0], depth: 0)) == "")
    #expect(steps.label(for: .mainAction(in: tests[1], depth: 0)) == "")
    #expect(steps.label(for: .mainAction(in: tests[1], depth: 0)).hasPrefix("[s"))
  }
}

extension LoggedSteps {
  fileprivate func label(for event: RetryEvent) -> String { take(event) { label, _ in label } }
}
