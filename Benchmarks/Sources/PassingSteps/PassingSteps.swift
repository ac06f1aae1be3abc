import TargetedAutoRetry

private struct Test: TargetedAutoRetry {}

/// Runs so many steps that pass, and nothing else: what `instructions` counts.
@main
enum PassingSteps {
  static func main() {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000
    let test = Test()
    var actions = 0
    for _ in 0..<count {
      test.autoRetry(
        mainAction: { actions += 1 },
        successCondition: { actions > 0 },
        actionDescription: "Sign In"
      )
    }
    print(actions)
  }
}
