/// The new causes and the changed rates of a run, against a baseline.
///
/// A flake that has been there for months looks the same in every run. A bug is a cause that was never seen before, or a
/// rate that has risen.
public struct Comparison: Sendable {
  /// The probability of a false alarm among all rates, and among all causes.
  public static let usualLevel = 0.01

  /// A kind of cause that the baseline does not have.
  package struct NewCause: Sendable {
    package let action: String
    /// The steps of all runs that are compared.
    let steps: Int
    /// Those that the probability is of: failures in a row once, and none in new tests or on new machines.
    let comparedSteps: Int
    let tests: [String]
    /// The facts about it from the newest run.
    let cause: CauseCounts
    /// True if the action is new too, so that nothing is known of it.
    let isOfNewAction: Bool
    /// True if it has come too often for a rare kind that the older runs missed by chance.
    package let isSurprising: Bool
    /// The probability of coming so often, if it was there before; nil if it came only in tests or on machines that older
    /// runs do not have.
    let probability: Double?
    /// The probability of any kind that the baseline has not seen, 0 to 1; nil if it saw no failure.
    let expectedShare: Double?
  }

  /// A rate of first attempts that fail, then and now.
  package struct Change: Sendable {
    package let action: String
    let then: Rate
    let now: Rate
    /// The same with one failure for each episode.
    let compared: (then: Rate, now: Rate)
    /// The probability of so many failures, or so few, without a change.
    let probability: Double
  }

  /// The smallest rise of a rate that is found in runs like these.
  struct Sensitivity: Sendable {
    /// The share of such rises that are found.
    static let share = 0.9

    let action: String
    let now: Rate
    let then: Rate
    /// The rate that is found with that share; nil if none is.
    let detectableRate: Double?
  }

  /// A kind of machine that has an action for the first time.
  struct NewPlace: Codable, Comparable, Sendable {
    let action: String
    let machine: String

    static func < (left: NewPlace, right: NewPlace) -> Bool {
      (left.action, left.machine) < (right.action, right.machine)
    }
  }

  package let newCauses: [NewCause]
  private let rates: RateComparison
  let newActions: [String]
  /// Actions that the newest run of the baseline has, and this one does not; they may have got another name.
  let goneActions: [String]
  /// Kinds of machines that the baseline does not have.
  let newMachines: [String]
  /// Actions that the baseline has only on other machines, of which it has both.
  let newPlaces: [NewPlace]
  /// Actions whose tests have other names than before, so that all tests are compared together.
  let renamedActions: [String]
  /// The steps of each test that the baseline does not have with their action.
  private let stepsOfNewTests: [String: Int]
  let baselineRuns: Int
  /// The number of runs that are compared with it.
  let runs: Int
  let steps: Int
  /// The commit that was tested; empty if the rows do not name it.
  let commit: String

  package var risen: [Change] { rates.risen }
  /// Rates that have risen if each failure in a row counts, and have not if an outage explains them.
  package var perhapsRisen: [Change] { rates.perhapsRisen }
  var fallen: [Change] { rates.fallen }
  var newTests: [String] { stepsOfNewTests.keys.sorted() }
  /// Steps of tests that the baseline does not have with their action.
  var unknownSteps: Int { stepsOfNewTests.values.reduce(0, +) }

  /// The smallest rises that are found, of the actions with the most steps; slow to compute.
  func sensitivities(most: Int) -> [Sensitivity] { rates.sensitivities(most: most) }

  /// - Parameters:
  ///   - known: The number of steps of each kind of cause, by action, in the older runs.
  ///   - details: The facts about a kind of an action.
  ///   - level: The probability of a false alarm among all rates, and among all causes.
  package init(
    then: [RunTally],
    now: [RunTally],
    known: [String: [CauseKind: Int]],
    details: (_ action: String, _ kind: CauseKind) -> CauseCounts?,
    commit: String = "",
    level: Double = Self.usualLevel
  ) {
    let (then, now) = (then.joined, now.joined)
    let machines = Set(then.map(\.machine))
    let names = Set(now.flatMap(\.actions.keys))
    let actions = names.sorted().map { LikeWithLike($0, then: then, now: now, machines: machines) }
    newCauses = NewCauses(actions, known: known).all(level: level, details)
    rates = RateComparison(actions, level: level)
    let before = Set(then.flatMap(\.actions.keys)).union(known.keys)
    newActions = names.subtracting(before).sorted()
    let newest = then.filter { $0.run == then.last?.run }
    goneActions = newActions.isEmpty ? [] : Set(newest.flatMap(\.actions.keys)).subtracting(names).sorted()
    newMachines = Set(now.map(\.machine)).subtracting(machines).sorted().map(\.text)
    newPlaces = actions.flatMap { action in
      action.newMachines.map { NewPlace(action: action.action, machine: $0.text) }
    }
    .sorted()
    renamedActions = actions.filter(\.isRenamed).map(\.action)
    stepsOfNewTests = actions.reduce(into: [:]) { $0.merge($1.newTests, uniquingKeysWith: +) }
    baselineRuns = Set(then.map(\.run)).count
    runs = Set(now.map(\.run)).count
    steps = now.reduce(0) { $0 + $1.actions.values.reduce(0) { $0 + $1.all.steps } }
    self.commit = commit
  }

  /// A sentence if there is no rate that could be compared.
  public var problem: String? {
    rates.isEmpty ? "The baseline has no steps of these actions, tests and machines: no rate is compared." : nil
  }

  /// A sentence for each reason to fail a job.
  public func failures(onNewCause: Bool, onRegression: Bool) -> [String] {
    var failures: [String] = []
    let surprising = newCauses.filter(\.isSurprising)
    if onNewCause, !surprising.isEmpty {
      let actions = Set(surprising.map(\.action.printable)).sorted().joined(separator: ", ")
      failures.append("\(surprising.count.counted("new cause")), too frequent to be a rare one: \(actions).")
    }
    if onRegression, !risen.isEmpty {
      failures.append(
        "More first attempts fail than before, in: \(risen.map(\.action.printable).joined(separator: ", "))."
      )
    }
    return failures
  }
}
