import TargetedAutoRetry

/// Runs a number of equal steps in one place, for `instructions` to count.
enum CountedSteps {
  /// - Parameter arguments: The place, the retries of each step, and the number of steps.
  static func run(_ arguments: ArraySlice<String>) {
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2 else { fatalError("Arguments: count PLACE RETRIES COUNT") }
    let (retries, count) = (numbers[0], numbers[1])
    switch arguments.first {
    case "plain": run(count, on: PlainTest(), retries: retries)
    case "policy": run(count, on: PolicyTest(), retries: retries)
    case "excuse": run(count, on: ExcusedTest(), retries: retries)
    case "task": Place.inTask { run(count, on: PlainTest(), retries: retries) }
    case "async": Place.inTask { await runAsync(count, on: PlainTest(), retries: retries) }
    case "test-case": Place.inTest { run(count, on: $0, retries: retries) }
    case let place: fatalError("There is no place \(place ?? "").")
    }
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
