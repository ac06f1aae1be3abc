import Foundation
import TargetedAutoRetry

/// Measures the cost of a step, beside the loop that a user would write.
///
/// Each part runs in a process of its own, because a process reads its environment once.
@main
enum StepCost {
  private static let test = PlainTest()
  private static let count = 20_000

  static func main() throws {
    switch CommandLine.arguments.dropFirst().first {
    case nil: try runParts()
    case "steps": steps()
    case "log": FileHandle.standardError.write(Data((passing("a passing step, log on").line + "\n").utf8))
    case "records": print(passing("a passing step, records on").line)
    case "growth": growth()
    case "count": CountedSteps.run(CommandLine.arguments.dropFirst(2))
    case let part?: print("There is no part \(part).")
    }
  }

  private static func runParts() throws {
    let records = FileManager.default.temporaryDirectory.appendingPathComponent("step-cost-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: records) }
    print("The fastest of \(Measurement.rounds) rounds, for one step:")
    try run("steps", ["AUTO_RETRY_LOG": "off"])
    try run("log", ["AUTO_RETRY_LOG": "all"], hidesOutput: true)
    try run("records", ["AUTO_RETRY_LOG": "off", "AUTO_RETRY_REPORT": records.path])
    print("")
    try run("growth", ["AUTO_RETRY_LOG": "off"])
  }

  private static func run(_ part: String, _ variables: [String: String], hidesOutput: Bool = false) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [part]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    if hidesOutput { process.standardOutput = FileHandle.nullDevice }
    fflush(nil)
    try process.run()
    process.waitUntilExit()
  }

  private static func steps() {
    let loop = Measurement("the loop, passing", count: count) { count in
      var actions = 0
      for _ in 0..<count {
        _ = HandWritten.retry(mainAction: { actions += 1 }, successCondition: { actions > 0 })
      }
    }
    let step = passing("a passing step")
    print(loop.line, step.line, difference(step, loop), separator: "\n")

    Place.inTask { await asyncSteps() }

    let retriedLoop = Measurement("the loop, two retries", count: count) { count in
      for _ in 0..<count {
        var actions = 0
        _ = HandWritten.retry(mainAction: { actions += 1 }, successCondition: { actions > 2 })
      }
    }
    let retriedStep = recovering("a step with two retries", retries: 2)
    print(retriedLoop.line, retriedStep.line, difference(retriedStep, retriedLoop), separator: "\n")

    let deepLoop = Measurement("three loops deep, passing", count: count) { count in
      var actions = 0
      for _ in 0..<count {
        _ = HandWritten.retry(
          mainAction: {
            _ = HandWritten.retry(
              mainAction: {
                _ = HandWritten.retry(mainAction: { actions += 1 }, successCondition: { actions > 0 })
              },
              successCondition: { actions > 0 }
            )
          },
          successCondition: { actions > 0 }
        )
      }
    }
    let deepSteps = nested("three steps deep, passing", depth: 3)
    print(deepLoop.line, deepSteps.line, difference(deepSteps, deepLoop), separator: "\n")

    Place.inTest { test in
      print(passing("a passing step, in a RetryableTestCase", on: test).line)
      print(recovering("two retries, in a RetryableTestCase", retries: 2, on: test).line)
    }
  }

  private static func asyncSteps() async {
    let asyncLoop = await Measurement("the async loop, passing", count: count) { count in
      var actions = 0
      for _ in 0..<count {
        _ = await HandWritten.retry(mainAction: { actions += await one() }, successCondition: { await one() > 0 })
      }
    }
    let asyncStep = await Measurement("a passing async step", count: count) { count in
      var actions = 0
      for _ in 0..<count {
        _ = await test.autoRetry(
          mainAction: { actions += await one() },
          successCondition: { await one() > 0 },
          actionDescription: "Sign In"
        )
      }
    }
    print(asyncLoop.line, asyncStep.line, difference(asyncStep, asyncLoop), separator: "\n")
  }

  private static func growth() {
    print("How that grows:")
    for steps in [100, 1_000, 10_000, 100_000] { print(passing("\(steps) passing steps, each", count: steps).line) }
    for depth in [1, 2, 4, 8] { print(nested("\(depth) deep, for each level", depth: depth, divisor: depth).line) }
    for retries in [1, 2, 4, 8] {
      print(recovering("\(retries) retries, for each attempt", retries: retries, divisor: retries + 1).line)
    }
  }

  private static func difference(_ step: Measurement, _ loop: Measurement) -> String {
    Measurement(name: "  more than the loop", each: step.each - loop.each).line
  }

  private static func passing(
    _ name: String,
    count: Int = count,
    on test: some TargetedAutoRetry = test
  ) -> Measurement {
    Measurement(name, count: count) { count in
      var actions = 0
      for _ in 0..<count {
        test.autoRetry(mainAction: { actions += 1 }, successCondition: { actions > 0 }, actionDescription: "Sign In")
      }
    }
  }

  private static func recovering(
    _ name: String,
    retries: Int,
    divisor: Int = 1,
    on test: some TargetedAutoRetry = test
  ) -> Measurement {
    let measurement = Measurement(name, count: count / 4) { count in
      for _ in 0..<count {
        var actions = 0
        test.autoRetry(
          mainAction: { actions += 1 },
          successCondition: { actions > retries },
          actionDescription: "Sign In",
          retryAttempts: retries
        )
      }
    }
    return Measurement(name: name, each: measurement.each / Double(divisor))
  }

  private static func nested(_ name: String, depth: Int, divisor: Int = 1) -> Measurement {
    let measurement = Measurement(name, count: count / 4) { count in
      for _ in 0..<count { nest(depth) }
    }
    return Measurement(name: name, each: measurement.each / Double(divisor))
  }

  private static func nest(_ depth: Int) {
    // No retries: the log warns of deep nests with retries.
    test.autoRetry(
      mainAction: { if depth > 1 { nest(depth - 1) } },
      successCondition: { true },
      actionDescription: "Sign In",
      retryAttempts: 0
    )
  }

  @inline(never)
  private static func one() async -> Int { 1 }
}

extension Measurement {
  init(name: String, each: Double) {
    self.name = name
    self.each = each
  }
}
