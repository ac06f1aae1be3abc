import TargetedAutoRetry
import XCTest

/// The closures of every asynchronous form run on the actor of the caller.
final class IsolationConsumers: XCTestCase {
  func testOnAnActor() async throws {
    let looks = try await Home().steps()
    XCTAssertEqual(looks, [2, 2, 1, 2, 2, 1])
  }

  @MainActor func testOnTheMainActor() async throws {
    var untils = 0
    _ = try await Visitor().autoRetry(
      "Load",
      operation: { () async -> Int in
        MainActor.assertIsolated()
        await Task.yield()
        return 1
      },
      until: { _ in
        MainActor.assertIsolated()
        untils += 1
        return untils == 2
      },
      resetSteps: {
        MainActor.assertIsolated()
        await Task.yield()
      }
    )
    XCTAssertEqual(untils, 2)
  }

  @MainActor func testAnAttemptWithALimitOnTheMainActor() async throws {
    let policy = RetryPolicy(attemptTimeLimit: .milliseconds(20))
    var attempts = 0
    try await Visitor().autoRetry(
      mainAction: {
        MainActor.assertIsolated()
        attempts += 1
        if attempts == 1 { try await Task.sleep(for: .seconds(60)) }
        MainActor.assertIsolated()
      },
      successCondition: {
        MainActor.assertIsolated()
        await Task.yield()
        return true
      },
      policy: policy
    )
    XCTAssertEqual(attempts, 2)
    let hung = try await Home().hang(policy)
    XCTAssertEqual(hung, 2)
  }
}

private struct Visitor: TargetedAutoRetry {}

private actor Home {
  private var looks = [0, 0, 0, 0, 0, 0]

  private func look(_ index: Int) -> Int {
    assertIsolated()
    looks[index] += 1
    return looks[index]
  }

  func hang(_ policy: RetryPolicy) async throws -> Int {
    try await Visitor().autoRetry(
      "Load",
      policy: policy,
      operation: {
        let look = self.look(0)
        if look == 1 { try await Task.sleep(for: .seconds(60)) }
        self.assertIsolated()
        return look
      }
    )
  }

  func steps() async throws -> [Int] {
    await Visitor().autoRetry(
      mainAction: {
        await Task.yield()
        _ = self.look(0)
      },
      successCondition: {
        await Task.yield()
        return self.look(1) == 2
      },
      resetSteps: {
        await Task.yield()
        _ = self.look(2)
      }
    )
    _ = try await Visitor().autoRetry(
      "Load",
      operation: { () async -> Int in
        await Task.yield()
        return self.look(3)
      },
      until: { _ in self.look(4) == 2 },
      resetSteps: {
        await Task.yield()
        _ = self.look(5)
      }
    )
    return looks
  }
}
