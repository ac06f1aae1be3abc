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
    var isGate = false
  }

  let facts: [Fact]
  let issues: [Issue]
  /// A test with a flaky scope is flaky only there, whichever run reaches it.
  private let isNarrowed: Bool
  private let timeline: Timeline
  /// The success of each run, as far as it is worked out.
  private let successes = Guarded<[ObjectIdentifier: Bool]>([:])

  init(_ facts: [Fact]) {
    self.facts = facts
    timeline = Timeline(facts)
    issues = facts.indices.compactMap { Self.issue(at: $0, facts) }
    isNarrowed = facts.contains { if case .opens(let place) = $0, case .part = place.kind { true } else { false } }
  }

  var mustBeRed: Bool { !issues.allSatisfy { isForgiven($0) } }

  enum Fate {
    case isForgiven
    case fails
    /// Nothing inside the run has forgiven it, and something around may.
    case reachesRun
  }

  func isForgiven(_ issue: Issue) -> Bool { fate(of: issue) == .isForgiven }

  /// - Parameter run: The last place to visit. Nil for the whole test.
  func fate(of issue: Issue, within run: Place? = nil) -> Fate {
    var (next, time, part) = (issue.place, issue.time, Flaky?.none)
    // An issue belongs to the innermost place that is open at its time, and then to the places around.
    while let place = next, place !== run, timeline.isOpen(place, at: time) {
      switch place.kind {
      case .attempt(of: let call):
        guard let times = timeline.times(of: call), let end = times.end else { return .fails }
        // A step that begins after the end of its test run forgives nothing.
        let isInTime = timeline.isOpen(call.around.run, at: times.start)
        if times.isSuccess, isInTime, times.attempts.contains(where: { $0 > issue.time }) { return .isForgiven }
        time = end
      case .part(let flaky):
        // The innermost flaky scope decides. An expired one leaves nothing to those around it.
        part = part ?? flaky
        if part?.isExpired == true { return .fails }
      case .run(of: let scope):
        if scope.trait?.isExpired == true { return .fails }
        let isFlaky = part != nil || (scope.trait != nil && !isNarrowed)
        if isFlaky, timeline.runs(of: scope, after: issue.time).contains(where: isSuccess) { return .isForgiven }
      }
      next = place.around
    }
    guard let run, next === run, timeline.isOpen(run, at: time) else { return .fails }
    return .reachesRun
  }

  /// True if the run was neither skipped nor cancelled, and no issue is left that nothing in it has forgiven.
  func isSuccess(_ run: Place) -> Bool {
    if let known = successes.withLock({ $0[ObjectIdentifier(run)] }) { return known }
    let hasReturned = timeline.end(of: run).map { !$0.isStop } ?? false
    let mayDisturb = issues.lazy.filter { !$0.isGate && timeline.isOpen(run, at: $0.time) }
    let isSuccess = hasReturned && mayDisturb.allSatisfy { fate(of: $0, within: run) == .isForgiven }
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
      case .part: return nil
      case .run(of: let scope): return scope.trait == nil && time > issue.time ? time : nil
      }
    }
    return time > issue.time ? time : nil
  }

  /// True if only another run of the test could forgive the issue.
  ///
  /// - Parameter scope: The scope of that run, if the issue is from one of its runs.
  func isLeft(_ issue: Issue, to scope: Scope) -> Bool {
    let runs = runs(around: issue)
    let own = runs.first { if case .run(of: scope) = $0.kind { true } else { false } }
    return (own ?? runs.first).map { fate(of: issue, within: $0) == .reachesRun } ?? false
  }

  private func runs(around issue: Issue) -> [Place] {
    issue.place.map { sequence(first: $0, next: \.around).filter(\.isRun) } ?? []
  }

  /// True if an issue came after its test run, or between two runs.
  ///
  /// The test has failed. The outcome of the run in which the issue comes is undefined.
  func outlivesItsRun(_ issue: Issue) -> Bool {
    if let run = runs(around: issue).first { return !timeline.isOpen(run, at: issue.time) }
    return !issue.isGate && !timeline.isInRun(issue.time)
  }

  /// The issue of a fact; an error is one when it ends a run; it belongs to the flaky scope that it left first.
  private static func issue(at time: Int, _ facts: [Fact]) -> Issue? {
    switch facts[time] {
    case .records(let number, in: let place): return Issue(number: number, time: time, place: place)
    case .gates(let number): return Issue(number: number, time: time, place: nil, isGate: true)
    case .runEnds(let run, .threw(let number)):
      for (time, fact) in facts.enumerated() {
        if case .leaves(number, let part) = fact { return Issue(number: number, time: time, place: part) }
      }
      return Issue(number: number, time: time, place: run)
    default: return nil
    }
  }
}

extension RunEnd {
  var isStop: Bool { if case .stopped = self { true } else { false } }
}

extension CallEnd {
  /// True if the step returned a value, or a number of retries that its call allows.
  func isSuccess(of step: Step) -> Bool {
    switch self {
    case .returned(let answer, _): answer <= step.retries
    case .value: true
    case .exhausted, .threw: false
    }
  }
}

extension Place: Equatable {
  static func == (one: Place, other: Place) -> Bool { one === other }
}

extension Call: Equatable {
  static func == (one: Call, other: Call) -> Bool { one === other }
}

extension Scope: Equatable {
  static func == (one: Scope, other: Scope) -> Bool { one === other }
}
