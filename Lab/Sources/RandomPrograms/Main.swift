import ArgumentParser
import Foundation
import Testing

/// Makes random tests, runs them for real, and compares their results with the notes of their code.
struct RandomPrograms: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "RandomPrograms",
    abstract: "Makes random tests, runs them in XCTest and in Swift Testing, and asks the notes of each for its result."
  )

  @Option(help: "What the programs are drawn from; the same number makes the same programs.")
  var seed: UInt64 = 1

  @Option(help: "How many programs for each framework.")
  var count = 10_000

  @Option(help: "Only one framework: xctest or swift-testing.")
  var framework: Program.Framework?

  @Option(help: "How many different disagreements of a framework to find, each reduced as far as possible.")
  var most = 1

  @Flag(help: "Leave programs that disagree as they are, instead of making them smaller.")
  var asTheyAre = false

  @Option(help: "After how many seconds a framework has hung.")
  var timeLimit = 300

  func validate() throws {
    if count < 1 { throw ValidationError("count is \(count), but must be 1 or more.") }
  }

  func run() throws {
    var isInAgreement = true
    for framework in framework.map({ [$0] }) ?? Program.Framework.allCases {
      let check = Check(framework: framework, seed: seed, count: count, most: most, shrinks: !asTheyAre)
      if try !ChildCheck(check: check).run(timeLimit: timeLimit) { isInAgreement = false }
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
      let mainThread = MainThread()
      Task.detached {
        await ChildCheck.answer(check) { program in await mainThread.run { program.judge() } }
        exit(0)
      }
      mainThread.serve()
    case .swiftTesting:
      Task.detached { await Testing.__swiftPMEntryPoint() as Never }
      // The main actor runs here.
      RunLoop.main.run()
    }
  }
}

@Suite struct Programs {
  @Test(.enabled(if: ChildCheck.asked != nil)) func agreeWithTheirNotes() async throws {
    let check = try #require(ChildCheck.asked)
    await ChildCheck.answer(check, ProgramSuite.judge)
  }
}
