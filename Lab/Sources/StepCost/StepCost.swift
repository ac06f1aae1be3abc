import Foundation
import TargetedAutoRetry

/// Runs a number of equal steps in one place, or of empty tests, and prints the nanoseconds of each.
///
/// Of processor time, which other work on the machine changes little.
///
///     StepCost PLACE RETRIES COUNT
@main
enum StepCost {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard let place = arguments.first, numbers.count == 2 else { return print("Arguments: PLACE RETRIES COUNT") }
    let (retries, count) = (numbers[0], numbers[1])
    let start = clock()
    switch place {
    case "plain": run(count, on: PlainTest(), retries: retries)
    case "policy": run(count, on: PolicyTest(), retries: retries)
    case "excuse": run(count, on: ExcusedTest(), retries: retries)
    case "task": Place.inTask { run(count, on: PlainTest(), retries: retries) }
    case "async": Place.inTask { await runAsync(count, on: PlainTest(), retries: retries) }
    case "test-case": Place.inTests(1) { run(count, on: $0, retries: retries) }
    case "empty-tests": Place.inTests(count) { _ in }
    default: return print("There is no place \(place).")
    }
    print(Int(clock() - start) * (1_000_000_000 / Int(CLOCKS_PER_SEC)) / count)
  }

  private static func run(_ count: Int, on test: some TargetedAutoRetry, retries: Int) {
    for _ in 0..<count {
      var actions = 0
      test.autoRetry(
        mainAction: { actions += 1 },
        successCondition: { actions > retries },
        actionDescription: "Sign In"
      )
    }
  }

  private static func runAsync(_ count: Int, on test: some TargetedAutoRetry, retries: Int) async {
    for _ in 0..<count {
      var actions = 0
      _ = await test.autoRetry(
        mainAction: { actions += await one() },
        successCondition: { await one() * actions > retries },
        actionDescription: "Sign In"
      )
    }
  }

  @inline(never)
  private static func one() async -> Int { 1 }
}
