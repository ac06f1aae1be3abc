/// A difference between the result of a program and its notes.
struct Complaint: Sendable {
  enum Kind: String, Sendable {
    case isGreen = "must be red and is green"
    case isRed = "must be green and is red"
    case isLost = "loses an issue"
    case isNotDropped = "reports an issue that a success has forgiven"
    case isLate = "reports an issue only after its step"
    case isRepeated = "reports an issue more than once"
    case isUnknown = "reports what never happened"
    case gaveAnswer = "answers wrongly"
    case gaveUp = "gives up too early"
    case wentOn = "goes on too long"
  }

  let kind: Kind
  let detail: String
}

/// The comparison of the notes of a program with the result of the framework.
struct Judgement {
  let facts: [Fact]
  let isRed: Bool

  var hasIssue: Bool { !Truth(facts).issues.isEmpty }

  /// The first difference; nil if there is none.
  var complaint: Complaint? {
    let truth = Truth(facts)
    if let verdict = verdict(truth) { return verdict }
    let heard = Dictionary(facts.compactMap(\.heard).map { ($0, 1) }, uniquingKeysWith: +)
    let isDisputed = truth.issues.contains(where: truth.outlivesItsRun)
    for issue in truth.issues where issue.number > 0 && !isDisputed {
      let times = heard[issue.number] ?? 0
      let detail = "issue \(Notes.mark(issue.number)) reached the result \(times) times"
      switch (truth.isForgiven(issue), times) {
      case (false, 0): return Complaint(kind: .isLost, detail: detail)
      case (true, 1...): return Complaint(kind: .isNotDropped, detail: detail)
      case (_, 2...): return Complaint(kind: .isRepeated, detail: detail)
      default: continue
      }
    }
    for (time, fact) in facts.enumerated() {
      guard let number = fact.heard, let issue = truth.issues.first(where: { $0.number == number }) else { continue }
      guard let end = truth.endOfSteps(around: issue), time > end else { continue }
      return Complaint(kind: .isLate, detail: "issue \(Notes.mark(number))")
    }
    let known = Set(truth.issues.map(\.number))
    if let other = heard.keys.first(where: { !known.contains($0) }) {
      return Complaint(kind: .isUnknown, detail: "\(Notes.mark(other)) reached the result")
    }
    return Answers(facts, truth).complaint
  }

  /// The difference in the colour of the test, if there is one.
  var verdict: Complaint? { verdict(Truth(facts)) }

  private func verdict(_ truth: Truth) -> Complaint? {
    if truth.mustBeRed == isRed { return nil }
    let numbers = truth.issues.filter { !truth.isForgiven($0) }.map { Notes.mark($0.number) }
    let kind = truth.mustBeRed ? Complaint.Kind.isGreen : .isRed
    let detail = numbers.isEmpty ? "all is forgiven" : "nothing has forgiven \(numbers.joined(separator: ", "))"
    return Complaint(kind: kind, detail: detail)
  }
}

extension Fact {
  fileprivate var heard: Int? { if case .hears(let number) = self { number } else { nil } }
}

/// The checks of each step's answer, and of the number of runs of steps and tests.
struct Answers {
  private let facts: [Fact]
  private let truth: Truth

  init(_ facts: [Fact], _ truth: Truth) {
    self.facts = facts
    self.truth = truth
  }

  var complaint: Complaint? {
    for case .callEnds(let call, let end) in facts {
      if let complaint = complaint(about: call, end) { return complaint }
    }
    for (scope, runs) in runs {
      if let complaint = complaint(about: scope, runs) { return complaint }
    }
    return nil
  }

  private func complaint(about call: Call, _ end: CallEnd) -> Complaint? {
    let attempts = attempts(of: call)
    let text = "\(call.name) had \(attempts) attempts and ended by \(end)"
    let allowed = call.step.retries + 1
    if attempts > allowed || goesOnAfterStop(call) { return Complaint(kind: .wentOn, detail: text) }
    let answer: Int? =
      switch end {
      case .returned(let answer, _): answer
      case .value(let attempt): attempt - 1
      case .exhausted, .threw: nil
      }
    if let answer, answer != (end.isSuccess(of: call.step) ? attempts - 1 : allowed) {
      return Complaint(kind: .gaveAnswer, detail: text)
    }
    if end.isSuccess(of: call.step) {
      let isTrue = lastLookIsTrue(at: call) && !call.abort.withLock { $0.isSaid }
      return isTrue ? nil : Complaint(kind: .gaveAnswer, detail: text)
    }
    let hasGivenUp = attempts < allowed && !call.mayGiveUp(at: end)
    return hasGivenUp ? Complaint(kind: .gaveUp, detail: text) : nil
  }

  private func attempts(of call: Call) -> Int {
    var attempts: [Place] = []
    for case .opens(let place) in facts where place.isAttempt(of: call) && !attempts.contains(place) {
      attempts.append(place)
    }
    return attempts.count
  }

  private func goesOnAfterStop(_ call: Call) -> Bool {
    let stop = facts.firstIndex { if case .isStopped(call) = $0 { true } else { false } }
    return facts[(stop ?? facts.endIndex)...].contains {
      if case .opens(let place) = $0 { place.isAttempt(of: call) } else { false }
    }
  }

  private func lastLookIsTrue(at call: Call) -> Bool {
    for case .looks(call, let isTrue) in facts.reversed() { return isTrue }
    return false
  }
}

extension Answers {
  /// The runs of each scope, in their order.
  private var runs: [(Scope, [Place])] {
    var runs: [(Scope, [Place])] = []
    for case .opens(let place) in facts {
      guard case .run(of: let scope) = place.kind else { continue }
      if let index = runs.firstIndex(where: { $0.0 == scope }) {
        runs[index].1.append(place)
      } else {
        runs.append((scope, [place]))
      }
    }
    return runs
  }

  private func complaint(about scope: Scope, _ runs: [Place]) -> Complaint? {
    guard let last = runs.last else { return nil }
    let isTrait = scope.trait != nil
    let parts = facts.compactMap { fact -> Flaky? in
      if case .opens(let place) = fact, case .part(let flaky) = place.kind { flaky } else { nil }
    }
    let most = scope.trait.map { $0.isExpired ? 0 : $0.reruns } ?? parts.map(\.reruns).max() ?? 0
    let text = "the test ran \(runs.count) times"
    if runs.count > most + 1 { return Complaint(kind: .wentOn, detail: text) }
    guard runs.count <= most, wasNotStopped(last) else { return nil }
    // A test whose failures all allow another run runs again.
    let open = truth.issues.filter { !$0.isGate && !truth.isForgiven($0) }
    let mayRunAgain = open.allSatisfy { issue in
      truth.isLeft(issue, to: scope)
        && reruns(for: issue.place, isTrait ? scope.trait?.reruns ?? 0 : 0, parts.isEmpty) >= runs.count
    }
    return !open.isEmpty && mayRunAgain ? Complaint(kind: .gaveUp, detail: text) : nil
  }

  private func wasNotStopped(_ run: Place) -> Bool {
    facts.contains { if case .runEnds(run, let end) = $0 { !end.isStop } else { false } }
  }

  /// The maximum number of re-runs for an issue of a place.
  private func reruns(for place: Place?, _ ofTrait: Int, _ isWhole: Bool) -> Int {
    for place in sequence(first: place, next: { $0?.around }) {
      guard case .part(let flaky) = place?.kind else { continue }
      return flaky.isExpired ? 0 : min(flaky.reruns, ofTrait == 0 ? .max : ofTrait)
    }
    return isWhole ? ofTrait : 0
  }
}

extension Call {
  /// True if the step may end without a success before using up its retries.
  fileprivate func mayGiveUp(at end: CallEnd) -> Bool {
    let isCancelled: Bool
    switch end {
    case .returned(_, let cancelled), .exhausted(let cancelled): isCancelled = cancelled
    case .value, .threw: return true
    }
    let calls = sequence(first: self, next: \.around.call)
    return isCancelled || abort.withLock { $0.isSaid } || calls.contains(where: \.step.hasTimeLimit)
  }
}
