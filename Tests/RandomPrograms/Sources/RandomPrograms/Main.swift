import ArgumentParser
import Foundation
import Testing

/// Makes random tests and compares what comes of them with what an oracle says.
struct RandomPrograms: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "RandomPrograms",
    abstract: "Makes random tests, runs them in XCTest and in Swift Testing, and compares each with an oracle."
  )

  @Option(help: "What the programs are drawn from; the same number makes the same programs.")
  var seed: UInt64 = 1

  @Option(help: "How many programs for each framework.")
  var count = 10_000

  @Option(help: "Only one framework: xctest or swift-testing.")
  var framework: Program.Framework?

  @Option(help: "After how many seconds a framework has hung.")
  var timeLimit = 300

  func validate() throws {
    if count < 1 { throw ValidationError("count is \(count), and must be 1 or more.") }
    if timeLimit < 1 { throw ValidationError("time-limit is \(timeLimit), and must be 1 or more.") }
  }

  func run() throws {
    var isInAgreement = true
    for framework in framework.map({ [$0] }) ?? Program.Framework.allCases {
      let child = ChildCheck(check: Check(framework: framework, seed: seed, count: count))
      if try !child.run(timeLimit: timeLimit) { isInAgreement = false }
    }
    if !isInAgreement { throw ExitCode.failure }
  }
}

extension Program.Framework: ExpressibleByArgument {}

@main
enum Main {
  static func main() {
    guard let check = ChildCheck.asked else { return RandomPrograms.main() }
    switch check.framework {
    case .xctest:
      Task {
        await ChildCheck.answer(check) { program in await MainActor.run { ProgramCase.isRed(program) } }
        exit(0)
      }
    case .swiftTesting:
      Task.detached { await Testing.__swiftPMEntryPoint() as Never }
    }
    // The main actor runs here, where XCTest wants its tests.
    RunLoop.main.run()
  }
}

@Suite struct Programs {
  @Test(.enabled(if: ChildCheck.asked != nil)) func agreeWithTheOracle() async throws {
    let check = try #require(ChildCheck.asked)
    await ChildCheck.answer(check, ProgramSuite.isRed)
  }
}
