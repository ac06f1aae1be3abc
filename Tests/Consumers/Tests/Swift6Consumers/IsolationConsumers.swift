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
      mainAction: { () async -> Int in
        MainActor.assertIsolated()
        await Task.yield()
        return 1
      },
      until: { _ in
        MainActor.assertIsolated()
        untils += 1
        return untils == 2
      },
      reset: {
        MainActor.assertIsolated()
        await Task.yield()
      }
    )
    XCTAssertEqual(untils, 2)
  }

  @MainActor func testAnAttemptWithALimit() async throws {
    let policy = RetryPolicy(attemptTimeLimit: .milliseconds(20))
    var attempts = 0
    try await Visitor().autoRetry(
      mainAction: {
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

  private func look(_ index: Int) async -> Int {
    await Task.yield()
    assertIsolated()
    looks[index] += 1
    return looks[index]
  }

  func hang(_ policy: RetryPolicy) async throws -> Int {
    try await Visitor().autoRetry("Load", policy: policy) {
      let look = await self.look(0)
      if look == 1 { try await Task.sleep(for: .seconds(60)) }
      return look
    }
  }

  func steps() async throws -> [Int] {
    await Visitor().autoRetry(
      mainAction: { _ = await self.look(0) },
      successCondition: { await self.look(1) == 2 },
      resetSteps: { _ = await self.look(2) }
    )
    _ = try await Visitor().autoRetry(
      "Load",
      mainAction: { () async -> Int in await self.look(3) },
      until: { _ in self.isSecondLook() },
      reset: { _ = await self.look(5) }
    )
    return looks
  }

  private func isSecondLook() -> Bool {
    assertIsolated()
    looks[4] += 1
    return looks[4] == 2
  }
}
