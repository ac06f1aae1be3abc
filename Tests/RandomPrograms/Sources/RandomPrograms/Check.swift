/// Runs programs of one framework and compares the result of each with its notes.
struct Check: Sendable {
  let framework: Program.Framework
  let seed: UInt64
  let count: Int
  /// How many different disagreements are looked for.
  let most: Int
  /// Whether only the colour of each test is asked for, and not what became of each issue.
  let asksForColourOnly: Bool

  /// How it goes.
  struct Progress: Sendable {
    /// The program that runs.
    var number = 0
    var red = 0
    /// How many were green although an issue was recorded in them.
    var cured = 0
    var census = Census()
    var disagreements: [Disagreement] = []
  }

  struct Disagreement: Sendable, CustomStringConvertible {
    let number: Int
    let seed: UInt64
    let smallest: Program
    let complaint: Complaint

    var description: String {
      """
      \(smallest.framework.rawValue): program \(number) of seed \(seed) disagrees. As small as it gets, its test \
      \(complaint.kind.rawValue) (\(complaint.detail)):

      \(smallest)

      """
    }
  }

  func run(
    _ judge: @Sendable (Program) async -> Judgement,
    tell: (Progress) -> Void
  ) async -> Progress {
    var generator = Generator(seed: seed)
    var progress = Progress()
    for number in 1...count {
      let program = generator.program(framework)
      progress.number = number
      progress.census.add(program)
      tell(progress)
      let judgement = await judge(program)
      if judgement.isRed { progress.red += 1 } else if judgement.hasIssue { progress.cured += 1 }
      guard let complaint = complaint(judgement) else { continue }
      let disagreement = await disagreement(number, program, complaint, judge)
      let isNew = !progress.disagreements.contains { $0.smallest.text == disagreement.smallest.text }
      if isNew { progress.disagreements.append(disagreement) }
      if progress.disagreements.count >= most { break }
    }
    return progress
  }

  private func complaint(_ judgement: Judgement) -> Complaint? {
    asksForColourOnly ? judgement.verdict : judgement.complaint
  }

  private func disagreement(
    _ number: Int,
    _ program: Program,
    _ complaint: Complaint,
    _ judge: @Sendable (Program) async -> Judgement
  ) async -> Disagreement {
    // What runs side by side may come out otherwise the next time.
    @Sendable func complains(_ program: Program) async -> Complaint? {
      for _ in 0..<8 {
        if let found = self.complaint(await judge(program)), found.kind == complaint.kind { return found }
      }
      return nil
    }
    let smallest = await Shrinker.shrink(program) { await complains($0) != nil }
    return Disagreement(
      number: number,
      seed: seed,
      smallest: smallest,
      complaint: await complains(smallest) ?? complaint
    )
  }
}

extension Program {
  /// The same for programs that differ in numbers only.
  fileprivate var text: String { description.replacing(/\d+/, with: "n") }
}
