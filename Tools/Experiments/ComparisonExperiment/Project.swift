import Foundation
import RetryReport
import Seeds

/// A project whose tests take steps that fail at a rate that varies as on a CI.
struct Project {
  /// The actions that vary from run to run by ``correlation``.
  enum Weather {
    case apart, together, first
  }

  static let rates = [0.01, 0.02, 0.05, 0.1]

  var name: String
  var actions = 20
  /// The number of tests in a run, each with one step of each action.
  var tests = 100
  /// The number of names of tests; those of one name are alike.
  var groups = 1
  /// The runs before the first that is judged.
  var olderRuns = 20
  /// The correlation of two steps of one run.
  var correlation = 0.0
  var weather = Weather.apart
  /// The spread of the logarithm of the actions' rates; 0 for those of ``rates``, in turn.
  var rateSpread = 0.0
  /// The spread of the logarithm of a run's speed, which all actions share.
  var speedSpread = 0.0
  /// The spread of the logarithm of an action's rate in a run.
  var ownSpread = 0.0
  /// The speeds of the machines, one of which takes the run.
  var pools = [1.0]
  /// Each run is on two systems, of which the second fails twice as often.
  var hasTwoSystems = false
  /// The share by which the rates grow with each run.
  var drift = 0.0
  /// Five runs of twenty fail so many times as often.
  var slowWeek = 1.0
  /// One run of twenty fails so many times as often.
  var slowDay = 1.0
  /// The share of runs in which five steps of an action fail in a row.
  var outages = 0.0
  /// The share of runs in which half of the steps of an action fail for one of the usual causes.
  var actionStorms = 0.0
  /// Whether half of the steps of the first action fail in one of the earlier runs.
  var hadOutage = false
  /// The share of runs that fail five times as often.
  var storms = 0.0
  /// The share of runs from which on a fifth of the tests has another name.
  var churn = 0.0
  /// The share of runs that end somewhere in the middle.
  var cutOff = 0.0
  /// The share of runs that run again, as a second attempt.
  var reruns = 0.0
  /// The run from which on there are twice as many tests, the new ones twice as flaky.
  var doubling: Int?
  /// The share of jobs, of three in each run, whose records are lost.
  var lostShards = 0.0
  /// A fifth of the tests is five times as flaky as the others.
  var hasFlakyTests = false
  /// The number of kinds of causes of each action; the second comes a quarter as often as the first, and so on.
  var kinds = 5
  /// Whether half of the failures have a cause that only their action has; otherwise all actions share the kinds.
  var hasOwnKinds = false
  /// The share of runs in which a step of each of five actions fails for one of the usual causes, the same in all.
  var bursts = 0.0
}

/// What is wrong in the first action.
struct Bug {
  var rate: Double?
  /// The rate before.
  var before = 0.05
  /// The share of attempts that fail of a new cause.
  var ownCause = 0.0
  /// The same, in each action.
  var spreadCause = 0.0
  /// Whether the text of that cause names the action.
  var namesAction = false
  /// The share of attempts on the second system that fail of the most frequent cause, in addition.
  var onOneSystem = 0.0
  /// The factor of all actions.
  var ofAll = 1.0
}

extension Bug {
  fileprivate func cause(in action: Int) -> CauseKind {
    if onOneSystem > 0 { return .number(0) }
    return namesAction ? CauseKind(text: "\(CauseKind.bug.text) in Action \(action)") : .bug
  }
}

/// The runs of a project, one after the other.
struct Runs {
  private let project: Project
  private let rates: [Double]
  private var random: SeededGenerator
  private var number = 0
  private var jobs = 0
  private var names: [Int]
  private let firstSlow: Int

  /// - Parameter first: The rate of the first action before a bug.
  init(_ project: Project, seed: UInt64, first: Double? = nil) {
    self.project = project
    var random = SeededGenerator(seed: seed)
    var rates = (0..<project.actions).map { action in
      project.rateSpread == 0
        ? Project.rates[action % Project.rates.count]
        : min(0.3, 0.03 * exp(project.rateSpread * random.normal()))
    }
    if let first { rates[0] = first }
    self.rates = rates
    firstSlow = Int(random.unit() * 20)
    names = Array(0..<project.groups)
    self.random = random
  }

  /// The parts of the next run.
  mutating func next(_ bug: Bug = Bug(), isOfBranch: Bool = false) -> [RunCounts] {
    defer { number += isOfBranch ? 0 : 1 }
    let isAgain = random.unit() < project.reruns
    if !isOfBranch { renew() }
    return (0..<(isAgain ? 2 : 1)).flatMap { _ in attempt(bug, isOfBranch: isOfBranch) }
  }

  /// The newest run once more.
  mutating func again(_ bug: Bug) -> [RunCounts] {
    number -= 1
    defer { number += 1 }
    return attempt(bug)
  }

  /// The next run, in which half of the steps of an action fail.
  mutating func outage(_ cause: CauseKind, of action: Int = 1) -> [RunCounts] {
    var run = next()
    run[0].strike("Action \(action)", with: cause)
    return run
  }

  private mutating func attempt(_ bug: Bug = Bug(), isOfBranch: Bool = false) -> [RunCounts] {
    let speed = speed() * bug.ofAll
    let common = SeededGenerator(seed: random.next())
    var runRates = rates
    for action in rates.indices {
      var rate = (action == 0 ? bug.rate : nil) ?? rates[action]
      rate *= pow(1 + project.drift, Double(number))
      switch project.weather {
      case .apart: rate = random.rate(around: rate, correlation: project.correlation)
      case .together:
        var same = common
        rate = same.rate(around: rate, correlation: project.correlation)
      case .first: rate = random.rate(around: rate, correlation: action == 0 ? project.correlation : 0)
      }
      if project.ownSpread > 0 { rate *= exp(project.ownSpread * random.normal()) }
      runRates[action] = min(0.95, rate * speed)
    }
    let last = random.unit() < project.cutOff ? 1 + Int(random.unit() * Double(names.count - 1)) : names.count
    let id = isOfBranch ? "branch" : String(format: "%05d", number)
    let start = 1_700_000_000_000 + Int64(number) * 3_600_000
    let broken = random.unit() < project.outages ? 1 + Int(random.unit() * Double(rates.count - 1)) : nil
    let burst = project.bursts > 0 && random.unit() < project.bursts ? random.number(below: rates.count - 4) : nil
    let cause = burst.map { _ in random.kind(of: project.kinds) }
    let shards = project.lostShards > 0 ? 3 : 1
    let systems = project.hasTwoSystems ? ["linux", "macos"] : ["linux"]
    return systems.enumerated().flatMap { place, system in
      (0..<shards).compactMap { shard -> RunCounts? in
        if project.lostShards > 0, random.unit() < project.lostShards { return nil }
        let groups = names.prefix(last).enumerated().filter { $0.offset % shards == shard }.map(\.element)
        var actions: [String: ActionCounts] = [:]
        for action in rates.indices {
          let rate = min(0.95, runRates[action] * (place == 1 ? 2 : 1))
          var tests: [String: TestCounts] = [:]
          for (index, group) in groups.enumerated() {
            let isDown = broken == action && shard == 0 && index == 0
            var counts = counts(rate, group, isDown: isDown, of: action, bug: bug, isOfSecond: place == 1)
            if let burst, let cause, burst..<burst + 5 ~= action, place == 0, shard == 0, index == 0 {
              counts.fail(once: cause)
            }
            tests["test \(group)"] = counts
          }
          actions["Action \(action)"] = ActionCounts(tests: tests)
        }
        jobs += 1
        if groups.isEmpty { return nil }
        var counts = RunCounts(id: id, os: system, process: "\(jobs)", startMs: start, actions: actions)
        if project.actionStorms > 0, random.unit() < project.actionStorms {
          counts.strike("Action \(random.number(below: rates.count))", with: random.kind(of: project.kinds))
        }
        return counts
      }
    }
  }

  private mutating func renew() {
    if random.unit() < project.churn {
      names[Int(random.unit() * Double(names.count))] = 1_000 + number
    }
    if number == project.doubling { names += names.map { 2_000 + $0 } }
  }

  private mutating func speed() -> Double {
    var speed = project.pools[Int(random.unit() * Double(project.pools.count))]
    if project.speedSpread > 0 { speed *= exp(project.speedSpread * random.normal()) }
    if (number + firstSlow) % 20 < 5 { speed *= project.slowWeek }
    if random.unit() < 0.05 { speed *= project.slowDay }
    if project.storms > 0, random.unit() < project.storms { speed *= 5 }
    return speed
  }

  /// The counts of the tests of one name.
  private mutating func counts(
    _ rate: Double,
    _ group: Int,
    isDown: Bool,
    of action: Int,
    bug: Bug,
    isOfSecond: Bool
  ) -> TestCounts {
    let steps = project.tests / project.groups
    let isFlaky = project.hasFlakyTests && group % project.groups == 0
    let factor = (isFlaky ? 5.0 : 1) * (2_000..<3_000 ~= group ? 2 : 1)
    let failures = max(random.binomial(steps, min(0.95, rate * factor)), isDown ? min(5, steps) : 0)
    let share = max(bug.spreadCause, action > 0 ? 0 : isOfSecond ? max(bug.ownCause, bug.onOneSystem) : bug.ownCause)
    let bugs = share == 0 ? 0 : random.binomial(steps - failures, share)
    var kinds: [CauseKind: Int] = [:]
    for _ in 0..<failures {
      let kind = random.kind(of: project.kinds)
      let isOwn = project.hasOwnKinds && random.unit() < 0.5
      kinds[isOwn ? CauseKind(text: "\(kind.text) of \(action)") : kind, default: 0] += 1
    }
    if bugs > 0 { kinds[bug.cause(in: action), default: 0] += bugs }
    return TestCounts(Rate(count: failures + bugs, total: steps), kinds: kinds)
  }
}

extension RunCounts {
  /// Fails half of the steps of each test of an action.
  fileprivate mutating func strike(_ action: String, with cause: CauseKind) {
    guard let tests = actions[action]?.tests else { return }
    actions[action] = ActionCounts(
      tests: tests.mapValues { counts in
        let more = max(0, counts.failures.total / 2 - counts.failures.count)
        var kinds = counts.kinds
        kinds[cause, default: 0] += more
        return TestCounts(counts.failures + Rate(count: more, total: 0), kinds: kinds)
      }
    )
  }
}

extension TestCounts {
  /// Fails one more of the steps, if one is left.
  fileprivate mutating func fail(once cause: CauseKind) {
    guard failures.count < failures.total else { return }
    failures += Rate(count: 1, total: 0)
    kinds[cause, default: 0] += 1
  }
}
