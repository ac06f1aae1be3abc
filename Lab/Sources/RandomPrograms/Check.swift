/// Runs programs of one framework and compares the result of each with its notes.
struct Check: Codable, Sendable {
  let framework: Program.Framework
  let seed: UInt64
  let count: Int
  /// The number of different disagreements after which the check ends.
  let most: Int
  /// Whether programs that disagree are shrunk.
  let shrinks: Bool

  /// The progress of a check.
  struct Progress: Sendable {
    /// The number of the running program.
    var number = 0
    var red = 0
    /// The number of programs that were green although an issue was recorded in them.
    var forgiven = 0
    var hasGate = false
    var disagreements: [Disagreement] = []
  }

  struct Disagreement: Sendable, CustomStringConvertible {
    let number: Int
    let seed: UInt64
    var program: Program
    var complaint: Complaint
    var isSmallest = false

    var description: String {
      """
      \(program.framework.rawValue): program \(number) of seed \(seed) disagrees. \
      \(isSmallest ? "As small as it gets, its" : "Its") test \(complaint.kind.rawValue) (\(complaint.detail)):

      \(program)

      """
    }
  }

  func run(
    _ judge: @Sendable (Program) async -> Judgement,
    tell: (Progress) -> Void
  ) async -> Progress {
    var generator = Generator(Choices(seed: seed))
    var progress = Progress()
    for number in 1...count {
      let program = generator.program(framework)
      progress.number = number
      tell(progress)
      let judgement = await judge(program)
      if judgement.isRed { progress.red += 1 } else if judgement.hasIssue { progress.forgiven += 1 }
      if judgement.hasGate { progress.hasGate = true }
      guard let complaint = judgement.complaint else { continue }
      var disagreement = Disagreement(number: number, seed: seed, program: program, complaint: complaint)
      if shrinks { await shrink(&disagreement, generator.random.drawn, judge) }
      let isKnown = shrinks && progress.disagreements.contains { $0.program.text == disagreement.program.text }
      if !isKnown { progress.disagreements.append(disagreement) }
      if progress.disagreements.count >= most { break }
    }
    return progress
  }

  private func shrink(
    _ disagreement: inout Disagreement,
    _ choices: [UInt64],
    _ judge: @Sendable (Program) async -> Judgement
  ) async {
    let kind = disagreement.complaint.kind
    // Concurrent code may behave differently the next time.
    @Sendable func complains(_ program: Program) async -> Complaint? {
      for _ in 0..<8 {
        if let found = await judge(program).complaint, found.kind == kind { return found }
      }
      return nil
    }
    func program(_ choices: [UInt64]) -> Program {
      var generator = Generator(Choices(choices))
      return generator.program(framework)
    }
    disagreement.program = program(await Choices.shrink(choices) { await complains(program($0)) != nil })
    disagreement.complaint = await complains(disagreement.program) ?? disagreement.complaint
    disagreement.isSmallest = true
  }
}

extension Program {
  /// The same text for programs that differ in numbers only.
  fileprivate var text: String { description.replacing(/\d+/, with: "n") }
}
