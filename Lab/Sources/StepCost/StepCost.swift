import Foundation
import TargetedAutoRetry

/// Measures what a step costs in each place where steps run.
///
///     StepCost COUNT ROUNDS [WORD]
///     StepCost growth COUNT ROUNDS
///
/// Runs COUNT steps in each place whose name has the word, ROUNDS times, and prints the nanoseconds of a step in the
/// fastest round to standard error: XCTest has standard output. The time is that of the processor, which other work on
/// the machine changes little. COUNT is a multiple of 4,000 with `growth`.
@main
struct StepCost {
  let count: Int
  let rounds: Int
  let word: String

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.compactMap { Int($0) }
    guard numbers.count == 2 else { return print("Arguments: COUNT ROUNDS [WORD], or growth COUNT ROUNDS") }
    if arguments.first == "growth" { return Growth(count: numbers[0], rounds: numbers[1]).measure() }
    StepCost(count: numbers[0], rounds: numbers[1], word: arguments.dropFirst(2).first ?? "").measure()
  }

  private func measure() {
    measure("passing, on a plain thread") { run($0, on: PlainTest()) }
    measure("passing, with a policy of the type") { run($0, on: PolicyTest()) }
    measure("passing, with a documented reason") { run($0, on: FlakyTest()) }
    measure("two retries, on a plain thread") { run($0, on: PlainTest(), retries: 2) }
    Place.inTask {
      measure("passing, in a task") { run($0, on: PlainTest()) }
      await measureAsync("passing, async") { await runAsync($0, on: PlainTest()) }
    }
    Place.inTest { (test: PlainTests) in measure("passing, in an XCTestCase") { run($0, on: test) } }
    Place.inTest { (test: RetryableTests) in
      measure("passing, in a RetryableTestCase") { run($0, on: test) }
      measure("two retries, in a RetryableTestCase") { run($0, on: test, retries: 2) }
    }
  }

  func measure(_ name: String, _ body: (Int) -> Void) {
    guard word.isEmpty || name.contains(word) else { return }
    // What happens only once in a process.
    body(count / 4)
    let times = (0..<rounds).map { _ in
      let start = Self.now()
      body(count)
      return Self.now() - start
    }
    report(name, times)
  }

  func measureAsync(_ name: String, _ body: (Int) async -> Void) async {
    guard word.isEmpty || name.contains(word) else { return }
    await body(count / 4)
    var times: [Int] = []
    for _ in 0..<rounds {
      let start = Self.now()
      await body(count)
      times.append(Self.now() - start)
    }
    report(name, times)
  }

  private func report(_ name: String, _ times: [Int]) {
    let nanoseconds = (times.min() ?? 0) * (1_000_000_000 / Int(CLOCKS_PER_SEC)) / count
    Self.report(name, "\(nanoseconds) ns")
  }

  static func report(_ name: String, _ figure: String) {
    let line = name.padding(toLength: 50, withPad: " ", startingAt: 0) + "\(figure)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  /// The time of the processor.
  ///
  /// `Lab/instructions` has valgrind write down its counts at the end of each call.
  @inline(never)
  private static func now() -> Int { Int(clock()) }

  private func run(_ count: Int, on test: some TargetedAutoRetry, retries: Int = 0) {
    for _ in 0..<count {
      var actions = 0
      test.autoRetry(
        mainAction: { actions += 1 },
        successCondition: { actions > retries },
        actionDescription: "Sign In"
      )
    }
  }

  private func runAsync(_ count: Int, on test: some TargetedAutoRetry) async {
    for _ in 0..<count {
      var actions = 0
      _ = await test.autoRetry(
        mainAction: { actions += await Self.one() },
        successCondition: { await Self.one() * actions > 0 },
        actionDescription: "Sign In"
      )
    }
  }

  @inline(never)
  private static func one() async -> Int { 1 }
}
