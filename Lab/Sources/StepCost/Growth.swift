import Foundation
import TargetedAutoRetry

/// Measures what a step costs next to many other steps, inside many others, and with limits.
///
/// The figures of one kind should be equal: the cost of a step must not depend on how many others are running.
struct Growth {
  let count: Int
  let rounds: Int

  func measure() {
    Place.inTask {
      let cost = StepCost(count: count, rounds: rounds, word: "")
      for tasks in [250, 1000, 4000] {
        await cost.measureAsync("async, one retry, in \(tasks) tasks at once") { count in
          for _ in 0..<(count / tasks) { await Self.retryAtOnce(tasks) }
        }
      }
      await cost.measureAsync("passing, async") { await Self.run($0) }
      await cost.measureAsync("passing, async, with within:") { await Self.run($0, within: .seconds(60)) }
      await cost.measureAsync("passing, async, with for:") { await Self.run($0, for: .seconds(60)) }
    }
    Place.onDeepThread {
      let cost = StepCost(count: count, rounds: rounds, word: "")
      for depth in [10, 100, 400] {
        cost.measure("passing, nested \(depth) deep") { count in
          for _ in 0..<(count / depth) { Self.nest(depth) {} }
        }
      }
      let (shallow, deep) = (Self.stack(of: 10), Self.stack(of: 110))
      StepCost.report("stack of a nested step", "\((deep - shallow) / 100) bytes")
    }
  }

  /// All tasks begin their retry before the first of them ends its step.
  private static func retryAtOnce(_ count: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          var actions = 0
          await PlainTest().autoRetry("Sign In") {
            actions += 1
            await Task.yield()
          } until: {
            actions > 1
          }
        }
      }
    }
  }

  private static func run(_ count: Int, within timeout: Duration? = nil, for timeLimit: Duration? = nil) async {
    for _ in 0..<count {
      await PlainTest().autoRetry("Sign In", within: timeout, for: timeLimit) {
        await one()
      } until: {
        await one() == 1
      }
    }
  }

  @inline(never)
  private static func one() async -> Int { 1 }

  @inline(never)
  private static func nest(_ depth: Int, _ innermost: () -> Void) {
    if depth == 0 { return innermost() }
    PlainTest().autoRetry(
      mainAction: { nest(depth - 1, innermost) },
      successCondition: { true },
      actionDescription: "Sign In"
    )
  }

  /// The bytes of stack between the outermost step and the innermost of those inside each other.
  private static func stack(of depth: Int) -> Int {
    let top = address()
    var bottom = top
    nest(depth) { bottom = address() }
    return top - bottom
  }

  @inline(never)
  private static func address() -> Int {
    var here = 0
    return withUnsafeMutablePointer(to: &here) { Int(bitPattern: $0) }
  }
}
