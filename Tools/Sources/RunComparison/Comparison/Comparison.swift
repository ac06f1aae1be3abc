package import RetryReport

/// The new causes and the increased failure rates of a run, compared with a baseline.
///
/// A flake that has been there for months looks the same in every run. A bug is a cause that was never seen before, or a
/// rate that has increased.
package struct Comparison: Sendable {
  /// The probability of a false alarm among all rates, and among all causes where the history is short.
  package static let usualLevel = 0.01

  /// Runs that are compared as one, and their shares of the level.
  struct Window {
    let runs: Int
    /// The share of the level for the rates; `nil` if only causes are compared.
    let rates: Double?
    /// The same for the causes.
    let causes: Double
    /// Whether all actions together are tested too, which two slow runs would decide.
    var hasTotal = true
  }

  /// The windows of a branch, whose runs do not follow those of the baseline.
  static let ofBranch = [Window(runs: 1, rates: 1, causes: 1)]

  /// The windows of the default branch, on which a change stays, so that several runs together show smaller changes.
  ///
  /// The rates of one run alone do not raise an alarm.
  static let ofDefaultBranch = [
    Window(runs: 1, rates: 1, causes: 0.3), Window(runs: 2, rates: 0.2, causes: 0.1, hasTotal: false),
    Window(runs: 3, rates: 0.3, causes: 0.2), Window(runs: 5, rates: nil, causes: 0.2),
    Window(runs: 10, rates: 0.5, causes: 0.2),
  ]

  /// A kind of cause that the earlier runs do not have.
  package struct NewCause: Sendable {
    /// Empty for all actions together.
    package let action: String
    /// The actions that have it in the newer runs.
    var actions: [String] = []
    let steps: Int
    /// The steps that are compared, without those in new tests or on new machines.
    let comparedSteps: Int
    var tests: [String]
    let cause: CauseCounts
    /// The probability of so many steps if the kind is not new; `nil` if it occurs only in tests or on machines that earlier
    /// runs do not have.
    let probability: Double?
    /// The fewest steps that are an alarm; `nil` if the probability decides.
    let neededSteps: Int?
    /// The largest probability that is an alarm.
    var neededProbability = 0.0
    /// Whether its alarm, which came from one run, has closed, and the cause is back.
    let isBack: Bool
    /// The newer runs.
    let runs: [String]
    /// Whether one run has almost all of its steps, although several decide.
    let isOfOneRun: Bool

    var alarm: Alarm { Alarm(action: action, kind: cause.kind.text, runs: runs) }

    /// Whether it occurs too often to be a rare kind that the earlier runs missed by chance.
    package var isSurprising: Bool {
      if isBack { return true }
      return !isOfOneRun && (neededSteps.map { comparedSteps >= $0 } ?? (probability ?? 1 <= neededProbability))
    }
  }

  /// A rate of first attempts that fail, then and now.
  package struct Change: Encodable, Sendable {
    enum CodingKeys: CodingKey {
      case action, then, now, probability, neededProbability
    }

    /// Empty for all actions together.
    package let action: String
    let then: Rate
    let now: Rate
    /// The probability of so many failures if nothing changed.
    let probability: Double
    /// The largest probability that is an alarm.
    var neededProbability = 0.0
    /// The newer runs.
    var runs: [String] = []

    var alarm: Alarm { Alarm(action: action, kind: "", runs: runs) }
  }

  package let newCauses: [NewCause]
  package private(set) var risen: [Change] = []
  /// The rates of a single run of the default branch that are far above the earlier ones, which is not an alarm.
  private(set) var outliers: [Change] = []
  let open: [OpenAlarm]
  let branch: ComparedBranch
  package var accept: AcceptCommandLine? = AcceptCommandLine()
  /// The runs that are compared alone, with those of the baseline.
  private let side: ComparedRuns
  /// Whether no rate could be compared.
  private let hasNoRate: Bool
  /// The runs that are compared, the oldest first.
  let newest: [String]
  /// Empty on the default branch, where the steps are already merged.
  let newFlakySteps: [NewFlakyStep]
  /// The commit that was tested; empty if the rows do not name it.
  let commit: String

  /// The reason why runs cannot be compared.
  package struct Impossible: Error, CustomStringConvertible {
    package let description: String
  }

  /// Compares the runs that a baseline does not have yet, or all of them if it has them all.
  ///
  /// - Parameter level: The probability of a false alarm among all rates, and among all causes.
  package init(
    _ runs: [RunCounts],
    with baseline: Baseline,
    level: Double = Self.usualLevel,
    branch: ComparedBranch = .other
  ) throws(Impossible) {
    guard runs.contains(where: { $0.steps > 0 }) else {
      throw Impossible(description: "the records have no step to compare: none passed or failed")
    }
    let new = runs.ids.subtracting(baseline.runs)
    let names = new.isEmpty ? runs.ids : new
    var all = baseline
    all.add(runs, keeping: .max)
    let newest = all.runs.filter(names.contains)
    let others = all.runs.filter { !names.contains($0) }
    let before = ReferenceRuns(all)
    let windows = branch == .main ? Self.ofDefaultBranch : Self.ofBranch
    func sides(_ newer: [String], after others: [String], without later: [String] = [])
      -> [(side: ComparedRuns, window: Window)]
    {
      windows.enumerated().compactMap { index, window in
        let joining = others.suffix(max(0, window.runs - newer.count))
        let side = before.compared(newer, joined: Array(joining), without: later)
        // Several runs together need at least as many earlier runs to be compared with.
        let older = side.then.ids.count
        let isMeant = index == 0 ? older > 0 : !joining.isEmpty && older >= window.runs
        return isMeant ? (side, window) : nil
      }
    }
    let together = sides(newest, after: others)
    guard let side = together.first?.side else {
      let found = others.isEmpty ? "no other run" : "no other run without an alarm"
      let names = newest.map(\.printable).listed
      throw Impossible(description: "the baseline has \(found) than those to compare (\(names))")
    }
    (self.side, self.newest, self.branch) = (side, newest, branch)
    // A cause that the new runs no longer have is not reported.
    let own = RunCounts(runs)
    commit = own.part.commit
    newFlakySteps = branch == .main ? [] : NewFlakyStep.all(in: own, unknownTo: baseline)
    open = all.openAlarms.map { before.open($0, newest: branch == .main ? newest : nil) }
    // The causes that came in one run only, and whose alarm has ended.
    let ended = all.alarms.filter { alarm in
      branch == .main && alarm.ended != nil && alarm.acceptance == nil && !alarm.kind.isEmpty && alarm.runs.count == 1
    }
    // What raises an alarm in a call of its own raises it in a call for several runs of the default branch too, whatever the
    // others show.
    let alone =
      branch != .main || newest.count < 2
      ? []
      : newest.indices.flatMap { index in
        sides([newest[index]], after: others + newest[..<index], without: Array(newest[(index + 1)...]))
      }
    func causes(_ side: ComparedRuns, _ window: Window) -> [NewCause] {
      NewCauses(runs: side, own: own, ended: ended, branch: branch).all(level: level * window.causes)
    }
    newCauses = NewCauses.merged(together.map(causes) + alone.map { causes($0, $1).filter(\.isSurprising) })
    // The rates of a single run are no alarm.
    let compared = (together + alone.filter { $0.window.runs > 1 }).compactMap { side, window in
      window.rates.map { share in
        let rates = RateComparison(
          side.actions,
          level: level * share,
          hasTotal: window.hasTotal,
          branch: branch
        )
        return (rates: rates, side: side)
      }
    }
    hasNoRate = compared[0].rates.isEmpty
    var outliers: [Change] = []
    for (rates, side) in compared {
      for var change in rates.risen {
        change.runs = side.newer
        // Of several runs, only one may have the action.
        if branch == .main, side.runs(with: change.action).count == 1 {
          if side.newer.count == 1 { outliers.append(change) }
        } else if !risen.contains(where: { $0.action == change.action }) {
          risen.append(change)
        }
      }
    }
    self.outliers = outliers.filter { outlier in
      !risen.contains { $0.action == outlier.action } && !open.contains { $0.alarm.covers(outlier.alarm) }
    }
  }

  /// The number of runs that are compared as one.
  var runs: Int { side.now.ids.count }
  var steps: Int { side.now.map(\.steps).reduce(0, +) }
  private var machines: Set<Machine> { Set(side.now.map(\.part.machine)) }
  /// The number of earlier runs on the same kinds of machines.
  var baselineRuns: Int { side.then.filter { machines.contains($0.part.machine) }.ids.count }
  var newActions: [String] { Set(side.now.flatMap(\.actions.keys)).subtracting(side.known.keys).sorted() }
  /// Kinds of machines that the baseline does not have.
  var newMachines: [String] { machines.subtracting(side.then.map(\.part.machine)).sorted().map(\.text) }
  /// Actions whose tests have different names than before, so that all tests are compared together.
  var renamedActions: [String] { side.actions.filter(\.isRenamed).map(\.action) }
  var newTests: [String] { Set(side.actions.flatMap(\.newTests.keys)).sorted() }
  /// The number of steps in tests that are new for their action.
  var unknownSteps: Int { side.actions.flatMap(\.newTests.values).reduce(0, +) }

  /// The alarms to raise: the findings that are not open yet.
  package var raised: [Alarm] {
    let found = risen.map(\.alarm) + newCauses.filter(\.isSurprising).map(\.alarm)
    return found.filter { raised in !open.contains { $0.alarm.covers(raised) } }.map { alarm in
      var alarm = alarm
      // Nothing shows that the runs after it are usual.
      let later = newest.lastIndex(where: alarm.runs.contains).map { newest[($0 + 1)...] } ?? []
      alarm.runs += later
      return alarm
    }
  }

  /// The alarms that stay open after this run.
  var stillOpen: [Alarm] { notFixed.map(\.alarm) }

  /// The same, with their figures.
  var notFixed: [OpenAlarm] { open.filter { branch == .main ? !$0.isFixed : shows($0.alarm) } }

  /// Whether the runs show an alarm again.
  private func shows(_ alarm: Alarm) -> Bool {
    risen.contains { alarm.covers($0.alarm) } || newCauses.contains { alarm.covers($0.alarm) }
  }

  /// Whether the baseline has no run on this kind of machine.
  package var isOfNewMachine: Bool { baselineRuns == 0 }

  /// A sentence if the baseline does not have all kinds of machines.
  package var machineProblem: String? {
    let result = isOfNewMachine ? "nothing was compared" : "the steps there were not compared"
    return newMachines.isEmpty
      ? nil : "The baseline has no run on \(newMachines.joined(separator: "; ").printable): \(result)."
  }

  /// A sentence if no rate could be compared.
  package var rateProblem: String? {
    hasNoRate ? "No rate was compared: the baseline does not contain these actions and tests on such machines." : nil
  }

  /// Advice for a pull request, which has one run.
  static let again = "This is one run, which may have met an outage: run the job again."

  /// A sentence for each reason to fail a job.
  ///
  /// An open alarm fails only runs of the default branch, because other branches did not cause it.
  package func failures(onNewCause: Bool = false, onRegression: Bool = false, onNewFlakyStep: Bool = false) -> [String]
  {
    func isAsked(_ kind: String) -> Bool { kind.isEmpty ? onRegression : onNewCause }
    let new = raised.filter { isAsked($0.kind) }
    func names(_ raised: [Alarm]) -> String { raised.map(\.text).joined(separator: ", ") }
    let causes = new.filter { !$0.kind.isEmpty }
    let rates = new.filter(\.kind.isEmpty)
    let old = branch == .main ? stillOpen.filter { isAsked($0.kind) } : []
    let again = branch == .main || newest.count > 1 ? "" : " \(Self.again)"
    return [
      causes.isEmpty ? nil : "\(causes.count.counted("new cause")): \(names(causes).asSentence)\(again)",
      rates.isEmpty ? nil : "First attempts fail more often than before: \(names(rates).asSentence)\(again)",
    ].compactMap { $0 } + old.map { "\($0.title), not fixed \($0.age): \($0.text)".asSentence }
      + (onNewFlakyStep ? newFlakySteps.map { "New flaky step: \(Finding($0).text) \($0.advice)" } : [])
  }
}

/// The branch of the runs that are compared, which decides how much one run proves.
package enum ComparedBranch: Sendable {
  /// The default branch, whose runs follow those of the baseline, and may end its alarms.
  case main
  /// Another branch, such as that of a pull request.
  case other
  /// Another branch, with the attempts of one job.
  case attempts

  /// Whether no run of several decides alone.
  var needsSeveralRuns: Bool { self != .other }
}
