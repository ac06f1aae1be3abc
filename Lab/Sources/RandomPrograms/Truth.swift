/// The verdict that follows from the notes of a program alone.
///
/// One question decides: *is there an issue that was never followed by a success of something that ran it again?* Then
/// the test must be red, else green. Each unforgiven issue reaches the result once.
struct Truth {
  struct Issue {
    let number: Int
    let time: Int
    /// Nil if its owner cannot be known.
    let place: Place?
    var kind = Kind.issue

    enum Kind: Sendable {
      case issue
      /// An issue that the author expects.
      case bug
      /// An error that has ended a run: it has left the known issues around the place that it is from.
      case thrown
      /// A failure of the library that measures and disturbs nothing.
      case gate
    }
  }

  private(set) var issues: [Issue] = []
  /// The flaky scopes of all runs.
  let parts: [Flaky]
  let timeline: Timeline
  /// The success of each run, as far as it is worked out.
  private let successes = Guarded<[ObjectIdentifier: Bool]>([:])

  init(_ facts: [Fact]) {
    timeline = Timeline(facts)
    parts = facts.compactMap { if case .opens(let place) = $0 { place.part } else { nil } }
    issues = facts.enumerated().compactMap { Self.issue(of: $1, at: $0) }
    for (time, fact) in facts.enumerated() {
      guard case .knownEnds(let known, let number) = fact, !issues.contains(where: { pays($0, for: known) }) else {
        continue
      }
      issues.append(Issue(number: number, time: time, place: known.around))
    }
  }

  /// A test with a flaky scope is flaky only there, whichever run reaches it.
  var isNarrowed: Bool { !parts.isEmpty }

  var runs: [Place] { timeline.runs.map(\.run) }

  var mustBeRed: Bool { issues.contains { fate(of: $0) == .fails } }

  enum Fate {
    case isForgiven
    /// A known issue of the author has taken it.
    case isKnown
    case fails
    /// Nothing inside the last place to visit has taken it, and something around may.
    case isLeft
  }

  /// - Parameter last: The last place to visit. Nil for the whole test.
  func fate(of issue: Issue, within last: Place? = nil) -> Fate {
    if issue.kind == .gate { return issue.isInKnownIssue() ? .isKnown : .fails }
    var (next, time, part) = (issue.place, issue.time, Flaky?.none)
    // An issue belongs to the innermost place that is open at its time, and then to the places around.
    while let place = next, place !== last, timeline.isOpen(place, at: time) {
      switch place.kind {
      case .attempt(of: let call):
        guard let times = timeline.times(of: call), let end = times.end else { return .fails }
        if forgives(times, issue) { return .isForgiven }
        time = end
      case .known(let bugsOnly): if issue.kind == .bug || (issue.kind == .issue && !bugsOnly) { return .isKnown }
      // The innermost flaky scope decides. An expired one leaves nothing to the trait.
      case .part(let flaky): part = part ?? flaky
      case .run(let trait):
        let isFlaky = part != nil || (trait != nil && !isNarrowed)
        let mayRunAgain = isFlaky && [trait, part].allSatisfy { $0?.mostReruns != 0 }
        if mayRunAgain, timeline.runs.contains(where: { $0.time > issue.time && isSuccess($0.run) }) {
          return .isForgiven
        }
      }
      next = place.around
    }
    guard let last, next === last, timeline.isOpen(last, at: time) else { return .fails }
    return .isLeft
  }

  /// True if the step succeeded with an attempt after the issue, and is not of a test run that was over before it.
  private func forgives(_ times: Timeline.CallTimes, _ issue: Issue) -> Bool {
    guard times.isSuccess, let last = times.attempts.last, last.time > issue.time, !timeline.isCut(last.place) else {
      return false
    }
    return timeline.isOpen(times.call.around.run, at: times.start)
  }

  /// True if the issue pays for a known issue around it: Swift Testing counts what a known issue further out matches, too,
  /// and here all failures are known further out.
  private func pays(_ issue: Issue, for known: Place) -> Bool {
    guard issue.kind != .thrown, issue.isIn(known) else { return false }
    return issue.kind == .gate ? !issue.isInKnownIssue(inside: known) : fate(of: issue, within: known) == .isLeft
  }

  /// True if the run was neither skipped nor cancelled, and no issue is left that nothing in it has taken.
  private func isSuccess(_ run: Place) -> Bool {
    if let known = successes.withLock({ $0[ObjectIdentifier(run)] }) { return known }
    let hasReturned = timeline.end(of: run).map { !$0.isStopped } ?? false
    let mayDisturb = issues.lazy.filter { $0.kind != .gate && timeline.isOpen(run, at: $0.time) }
    let isSuccess =
      hasReturned && !timeline.isCut(run)
      && mayDisturb.allSatisfy { [.isForgiven, .isKnown].contains(fate(of: $0, within: run)) }
    successes.withLock { $0[ObjectIdentifier(run)] = isSuccess }
    return isSuccess
  }

  /// The end of the outermost step around an issue: by then the issue has reached the result, unless it is forgiven.
  ///
  /// - Returns: Nil for an issue of no step, and in a test that may run again.
  func endOfSteps(around issue: Issue) -> Int? {
    var (next, time) = (issue.place, issue.time)
    while let place = next, timeline.isOpen(place, at: time) {
      switch place.kind {
      case .attempt(of: let call):
        guard let end = timeline.times(of: call)?.end else { return nil }
        (next, time) = (call.around.place, end)
      case .known: next = place.around
      case .part: return nil
      case .run(let trait): return trait == nil && time > issue.time ? time : nil
      }
    }
    return time > issue.time ? time : nil
  }

  /// True for the failure of a step in an attempt of another step that has failed too, which stands for both.
  func isStoodFor(_ number: Int, _ facts: [Fact]) -> Bool {
    guard let issue = issues.first(where: { $0.number == number && $0.kind == .issue }), isOfStep(issue, facts),
      let attempt = issue.place?.attemptOrRun, timeline.isOpen(attempt, at: issue.time),
      case .attempt(of: let outer) = attempt.kind
    else { return false }
    // A step that returns a value and was aborted inside has an error, and no failure of its own.
    if outer.step.isValue, outer.abort.withLock({ $0.isSaid }) { return false }
    return issues.contains { $0.number == outer.number && $0.kind == .issue }
  }

  /// True for the error of a step that returns a value and was aborted by a step inside, which has failed the test.
  func isErrorOfAbort(_ number: Int, _ facts: [Fact]) -> Bool {
    facts.contains { fact in
      guard case .callBegins(let call) = fact, call.number == number, call.step.isValue else { return false }
      return call.abort.withLock { $0.isSaid && $0.isReported }
    }
  }

  /// True if a step inside has failed an attempt of the step.
  func hasInnerFailure(_ call: Call, _ facts: [Fact]) -> Bool {
    issues.contains { issue in
      guard issue.kind == .issue, isOfStep(issue, facts) else { return false }
      return issue.places.contains { $0.isAttempt(of: call) && fate(of: issue, within: $0) == .isLeft }
    }
  }

  private func isOfStep(_ issue: Issue, _ facts: [Fact]) -> Bool {
    facts.contains { if case .callBegins(let call) = $0 { call.number == issue.number } else { false } }
  }

  /// True if only another run of the test could forgive the issue.
  func isLeftToRuns(_ issue: Issue) -> Bool {
    issue.run.map { fate(of: issue, within: $0) == .isLeft } ?? false
  }

  /// True if the last run ended by itself, so that another one may follow.
  var endsByItself: Bool {
    guard let last = runs.last, let end = timeline.end(of: last) else { return false }
    return !end.isStopped && !end.meansStop && !timeline.isCut(last)
  }

  /// True if an issue came after its test run, or between two runs.
  ///
  /// The test has failed. The outcome of the run in which the issue comes is undefined.
  func outlivesItsRun(_ issue: Issue) -> Bool {
    if issue.kind == .gate { return false }
    if let run = issue.run { return !timeline.isOpen(run, at: issue.time) }
    // What happens before the first run is that run's.
    let begun = timeline.runs.filter { $0.time < issue.time }
    return !begun.isEmpty && !begun.contains { timeline.isOpen($0.run, at: issue.time) }
  }

  /// The issue of a fact; an error is one when it ends a run.
  private static func issue(of fact: Fact, at time: Int) -> Issue? {
    switch fact {
    case .records(let number, in: let place, let isBug):
      return Issue(number: number, time: time, place: place, kind: isBug ? .bug : .issue)
    case .gates(let number, in: let place): return Issue(number: number, time: time, place: place, kind: .gate)
    case .runEnds(let run, let end):
      return end.error.map { Issue(number: $0, time: time, place: run, kind: .thrown) }
    default: return nil
    }
  }
}

extension Truth.Issue {
  /// The places around it, from the innermost out.
  var places: [Place] { place.map { Array(sequence(first: $0, next: \.around)) } ?? [] }

  fileprivate func isIn(_ other: Place) -> Bool { places.contains(other) }

  /// True in a known issue that matches everything; Swift Testing tells only afterwards that it has.
  fileprivate func isInKnownIssue(inside last: Place? = nil) -> Bool {
    places.prefix { $0 !== last }.contains { if case .known(bugsOnly: false) = $0.kind { true } else { false } }
  }

  fileprivate var run: Place? { places.first(where: \.isRun) }
}

extension Place: Equatable {
  static func == (one: Place, other: Place) -> Bool { one === other }
}

extension Call: Equatable {
  static func == (one: Call, other: Call) -> Bool { one === other }
}
