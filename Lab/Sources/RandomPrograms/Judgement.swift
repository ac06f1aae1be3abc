@testable import TargetedAutoRetry

/// A difference between the result of a program and its notes.
struct Complaint: Sendable {
  enum Kind: String, Sendable {
    case isGreen = "must be red and is green"
    case isRed = "must be green and is red"
    case isLost = "loses an issue"
    case isNotDropped = "reports an issue that a success has forgiven"
    case isLate = "reports an issue only after its step"
    case isRepeated = "reports an issue more than once"
    case isSaidTwice = "fails more than once for a nest"
    case isMispaid = "has a known issue that is not paid by the author's issues"
    case isUnknown = "reports what never happened"
    case gaveAnswer = "answers wrongly"
    case gaveUp = "gives up too early"
    case wentOn = "continues too long"
  }

  let kind: Kind
  let detail: String
}

/// The comparison of the notes of a program with the result of the framework.
struct Judgement {
  let framework: Program.Framework
  let facts: [Fact]
  let isRed: Bool

  var hasIssue: Bool { !Truth(facts, framework).issues.isEmpty }

  /// Whether the library has failed the test for something that disturbs nothing.
  var hasGate: Bool { facts.contains { if case .gates = $0 { true } else { false } } }

  /// The first difference; `nil` if there is none.
  var complaint: Complaint? {
    let truth = Truth(facts, framework)
    if truth.mustBeRed != isRed { return color(truth) }
    let isDisputed = truth.issues.contains(where: truth.outlivesItsRun)
    let (heard, paid) = (facts.compactMap(\.heard), facts.compactMap(\.paid))
    let named = facts.compactMap { if case .names(let number) = $0 { number } else { nil } }
    let failed = truth.issues.filter { $0.line == -$0.number && truth.fate(of: $0) != .isKnown }.map(\.number)
    let others = truth.issues.map(\.number).filter { number in
      // An error that reached the result itself is recorded at a line.
      (named + failed).contains(number) || (truth.isErrorOfAbort(number, facts) && !heard.contains(number))
    }
    let silent = truth.silent(besides: Set(heard + paid), without: Set(others))
    // An error that is thrown again has the same number.
    let issues = Dictionary(grouping: truth.issues.filter { $0.number > 0 }, by: \.number)
    let told = truth.issues.indices.filter { !silent.contains($0) }.map { truth.issues[$0] }
    for number in issues.keys where !isDisputed {
      let fates = told.filter { $0.number == number }.map { truth.fate(of: $0) }
      let (fails, times) = (fates.count { $0 == .fails }, heard.count { $0 == number })
      let detail = "issue \(Notes.mark(number)) reached the result \(times) times"
      let isSaid = times > 0 || truth.isErrorOfAbort(number, facts)
      if fails > 0, !isSaid { return Complaint(kind: .isLost, detail: detail) }
      if times > 0, fails == 0 { return Complaint(kind: .isNotDropped, detail: detail) }
      if times > fails { return Complaint(kind: .isRepeated, detail: detail) }
      let (known, payments) = (fates.count { $0 == .isKnown }, paid.count { $0 == number })
      if payments > known || (payments == 0 && known > 0) {
        return Complaint(kind: .isMispaid, detail: "issue \(Notes.mark(number)) paid \(payments) times")
      }
    }
    if let inner = facts.compactMap(\.heardItself).first(where: { truth.isStoodFor($0, facts) }) {
      return Complaint(kind: .isSaidTwice, detail: "the failure of \(Notes.mark(inner)) next to that of the outer step")
    }
    for (time, fact) in facts.enumerated() {
      // The error of a step has its number too, and reaches the result when it ends the test.
      guard let number = fact.heard, issues[number]?.count == 1, let issue = issues[number]?.first else { continue }
      guard let end = truth.endOfSteps(around: issue), time > end else { continue }
      return Complaint(kind: .isLate, detail: "issue \(Notes.mark(number))")
    }
    if let other = heard.first(where: { $0 > 0 && issues[$0] == nil }) {
      return Complaint(kind: .isUnknown, detail: "\(Notes.mark(other)) reached the result")
    }
    if let other = paid.first(where: { issues[$0] == nil }) {
      return Complaint(kind: .isMispaid, detail: "a trace of \(Notes.mark(other)) paid")
    }
    return Answers(facts: facts, truth: truth).complaint
  }

  private func color(_ truth: Truth) -> Complaint {
    let numbers = truth.issues.filter { truth.fate(of: $0) == .fails }.map { Notes.mark($0.number) }
    if numbers.isEmpty { return Complaint(kind: .isRed, detail: "all is forgiven") }
    return Complaint(kind: .isGreen, detail: "nothing has forgiven \(numbers.joined(separator: ", "))")
  }
}

extension Fact {
  fileprivate var heard: Int? { if case .names(let number) = self { number } else { heardItself } }

  fileprivate var heardItself: Int? { if case .hears(let number) = self { number } else { nil } }

  fileprivate var paid: Int? { if case .pays(let number) = self { number } else { nil } }
}

/// The checks of each step's answer, and of the number of runs of steps and tests.
struct Answers {
  let facts: [Fact]
  let truth: Truth

  var complaint: Complaint? {
    for case .isAskedAboutRequirement(let call) in facts {
      return Complaint(kind: .gaveAnswer, detail: "isRetryable of \(call.name) was asked about an assertion")
    }
    for case .callEnds(let call, let end) in facts {
      if let complaint = complaint(about: call, end) { return complaint }
    }
    return complaintAboutRuns
  }

  private func complaint(about call: Call, _ end: CallEnd) -> Complaint? {
    guard let times = truth.timeline.times(of: call) else { return nil }
    let attempts = times.attempts.count
    let text = "\(call.name) had \(attempts) attempts and ended by \(end.kind)"
    let allowed = call.step.retries + 1
    if attempts > allowed || times.goesOnAfterStop { return Complaint(kind: .wentOn, detail: text) }
    let answer: Int? =
      switch end.kind {
      case .returned(let answer): answer
      case .value(let attempt): attempt - 1
      case .exhausted, .threw: nil
      }
    if let answer, answer != (end.isSuccess(of: call.step) ? attempts - 1 : allowed) {
      return Complaint(kind: .gaveAnswer, detail: text)
    }
    if end.isSuccess(of: call.step) {
      let isTrue = times.lastCheckIsTrue && !call.abort.withLock { $0.isSaid }
      return isTrue ? nil : Complaint(kind: .gaveAnswer, detail: text)
    }
    let hasGivenUp = attempts < allowed && !call.mayGiveUp(at: end)
    return hasGivenUp ? Complaint(kind: .gaveUp, detail: text) : nil
  }
}

extension Answers {
  private var complaintAboutRuns: Complaint? {
    guard case .run(let trait) = truth.runs.first?.kind else { return nil }
    let (runs, most) = (truth.runs.count, trait?.mostReruns ?? truth.parts.map(\.mostReruns).max() ?? 0)
    let text = "the test ran \(runs) times"
    if runs > most + 1 { return Complaint(kind: .wentOn, detail: text) }
    guard runs <= most, truth.endsByItself else { return nil }
    // A test whose failures all allow another run runs again.
    let open = truth.issues.filter { truth.fate(of: $0) == .fails && $0.kind != .gate }
    let mayRunAgain = open.allSatisfy { truth.isLeftToRuns($0) && reruns(for: $0, trait) >= runs }
    return !open.isEmpty && mayRunAgain ? Complaint(kind: .gaveUp, detail: text) : nil
  }

  /// The maximum number of re-runs for an issue.
  private func reruns(for issue: Truth.Issue, _ trait: Flaky?) -> Int {
    let part = issue.places.compactMap(\.part).first
    if part == nil, truth.isNarrowed { return 0 }
    return [part, trait].compactMap { $0?.mostReruns }.min() ?? 0
  }
}

extension Call {
  /// Whether the step may end without a success before using up its retries.
  fileprivate func mayGiveUp(at end: CallEnd) -> Bool {
    switch end.kind {
    case .value, .threw: return true
    case .returned, .exhausted:
      let calls = sequence(first: self, next: \.around.call)
      return end.isCancelled || abort.withLock { $0.isSaid } || calls.contains(where: \.step.hasTimeLimit)
    }
  }
}
