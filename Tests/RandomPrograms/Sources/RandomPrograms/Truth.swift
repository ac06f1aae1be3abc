/// What the notes of a program say about its test, and nothing else does.
///
/// One question decides: *is there an issue that was recorded and never followed by a success of something that ran it
/// again?* Then the test must be red, else green. And each issue that nothing has forgiven reaches the result once.
struct Truth {
  struct Issue {
    let number: Int
    let time: Int
    /// Nil where nobody can know whose it is.
    let place: Place?
    var isGate = false
  }

  let facts: [Fact]
  let issues: [Issue]
  /// A test with a flaky part is flaky there only, whichever run reaches it.
  private let isNarrowed: Bool

  init(_ facts: [Fact]) {
    self.facts = facts
    issues = facts.indices.compactMap { Self.issue(at: $0, facts) }
    isNarrowed = facts.contains { if case .opens(let place) = $0, case .part = place.kind { true } else { false } }
  }

  var mustBeRed: Bool { !issues.allSatisfy { isForgiven($0) } }

  enum Fate {
    case isForgiven
    case fails
    /// Nothing inside of the run has forgiven it, and something around may.
    case reachesRun
  }

  func isForgiven(_ issue: Issue) -> Bool { fate(of: issue) == .isForgiven }

  /// - Parameter run: Where the way out ends; nil for the whole test.
  func fate(of issue: Issue, within run: Place? = nil) -> Fate {
    var (next, time, part) = (issue.place, issue.time, Flaky?.none)
    // An issue belongs to what is open when it comes, and from there on to what is around.
    while let place = next, place !== run, isOpen(place, at: time) {
      switch place.kind {
      case .attempt(of: let call):
        guard let end = end(of: call) else { return .fails }
        // A step that begins when its run of the test is over forgives nothing.
        let isInTime = isOpen(call.around.run, at: end.start)
        if end.isSuccess, isInTime, isRunAgain(call, after: issue.time) { return .isForgiven }
        time = end.time
      case .part(let flaky):
        // The innermost part decides; an expired one leaves nothing to those around it.
        part = part ?? flaky
        if part?.isExpired == true { return .fails }
      case .run(of: let scope):
        if scope.trait?.isExpired == true { return .fails }
        let isFlaky = part != nil || (scope.trait != nil && !isNarrowed)
        if isFlaky, succeedsLater(scope, after: issue.time) { return .isForgiven }
      }
      next = place.around
    }
    guard let run, next === run, isOpen(run, at: time) else { return .fails }
    return .reachesRun
  }

  /// A run has succeeded that ended, neither skipped nor cancelled, with no issue that nothing in it has forgiven.
  func isSuccess(_ run: Place) -> Bool {
    let hasReturned = facts.contains { if case .runEnds(run, let end) = $0 { !end.isStop } else { false } }
    let mayDisturb = issues.filter { !$0.isGate && isOpen(run, at: $0.time) }
    return hasReturned && mayDisturb.allSatisfy { fate(of: $0, within: run) == .isForgiven }
  }

  /// When the outermost step around an issue was over: by then it has reached the result, unless something forgives it.
  ///
  /// - Returns: Nil for an issue of no step, and in a test that may run again.
  func endOfSteps(around issue: Issue) -> Int? {
    var (next, time) = (issue.place, issue.time)
    while let place = next, isOpen(place, at: time) {
      switch place.kind {
      case .attempt(of: let call):
        guard let end = end(of: call) else { return nil }
        (next, time) = (call.around.place, end.time)
      case .part: return nil
      case .run(of: let scope): return scope.trait == nil && time > issue.time ? time : nil
      }
    }
    return time > issue.time ? time : nil
  }

  /// Whether only another run of the test could forgive the issue.
  ///
  /// - Parameter scope: Whose run that would be, if the issue is from one of its runs.
  func isLeft(_ issue: Issue, to scope: Scope) -> Bool {
    let runs = runs(around: issue)
    let own = runs.first { if case .run(of: scope) = $0.kind { true } else { false } }
    return (own ?? runs.first).map { fate(of: issue, within: $0) == .reachesRun } ?? false
  }

  private func runs(around issue: Issue) -> [Place] {
    issue.place.map { sequence(first: $0, next: \.around).filter(\.isRun) } ?? []
  }

  /// Whether an issue came when its run of the test was over.
  ///
  /// The test has failed. Nobody has said whether the run that it comes in has failed too.
  func outlivesItsRun(_ issue: Issue) -> Bool {
    runs(around: issue).first.map { !isOpen($0, at: issue.time) } ?? false
  }

  private func succeedsLater(_ scope: Scope, after time: Int) -> Bool {
    facts[time...].contains { fact in
      guard case .opens(let place) = fact, case .run(of: scope) = place.kind else { return false }
      return isSuccess(place)
    }
  }

  private func isRunAgain(_ call: Call, after time: Int) -> Bool {
    facts[time...].contains { fact in
      guard case .opens(let place) = fact, case .attempt(of: call) = place.kind else { return false }
      return !isOpen(place, at: time)
    }
  }

  private func isOpen(_ place: Place, at time: Int) -> Bool {
    for fact in facts[...time].reversed() {
      switch fact {
      case .opens(place): return true
      case .closes(place): return false
      default: continue
      }
    }
    return false
  }

  private func end(of call: Call) -> (start: Int, time: Int, isSuccess: Bool)? {
    var start = 0
    for (time, fact) in facts.enumerated() {
      if case .callBegins(call) = fact { start = time }
      if case .callEnds(call, let end) = fact { return (start, time, end.isSuccess(of: call.step)) }
    }
    return nil
  }

  /// The issue that a fact is; an error is one when it ends a run, and it comes from the part that it has left first.
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
  /// A step has succeeded that returned a value, or a number of retries that its call allows.
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
