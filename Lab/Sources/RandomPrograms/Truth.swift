@testable import TargetedAutoRetry

/// The verdict that follows from the notes of a program alone.
///
/// One question decides: *is there an issue that was never followed by a success of something that ran it again?* Then
/// the test must be red, else green. Each line with unforgiven issues reaches the result once, by its first issue.
struct Truth {
  struct Issue {
    let number: Int
    let time: Int
    /// The line; negative and its own if it is no line of a statement.
    let line: Int
    /// `nil` if its owner cannot be known.
    let place: Place?
    var isForeign = false
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
  private let framework: Program.Framework
  /// The success of each run, as far as it is worked out.
  private let successes = Locked<[ObjectIdentifier: Bool]>([:])

  init(_ facts: [Fact], _ framework: Program.Framework) {
    self.framework = framework
    timeline = Timeline(facts)
    parts = facts.compactMap { if case .opens(let place) = $0 { place.part } else { nil } }
    issues = facts.enumerated().compactMap { Self.issue(of: $1, at: $0) }
    for (time, fact) in facts.enumerated() {
      guard case .knownEnds(let known, let number) = fact, !issues.contains(where: { pays($0, for: known) }) else {
        continue
      }
      issues.append(Issue(number: number, time: time, line: -number, place: known.around))
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

  func fate(of issue: Issue, within last: Place? = nil) -> Fate { route(of: issue, within: last).fate }

  /// The way of an issue to its fate, and the steps and runs on it that may hold it back.
  struct Route {
    struct Holder {
      /// The call of a step; `nil` for the runs of the test.
      let call: Call?
      /// Whether nothing is run again after the attempt or the run.
      let isLast: Bool
    }

    var fate = Fate.fails
    /// From the innermost out.
    var holders: [Holder] = []
    /// The issue in the author's known issue that has taken it.
    var known: Issue?
    /// What is around that known issue, of which nothing tells the attempts inside.
    var holdersOutside: [Holder] = []
    /// Whether its trait forgives it until a flaky scope shows that the test is flaky only there.
    var mayBeNarrowed = false
  }

  /// - Parameter last: The last place to visit. Nil for the whole test.
  private func route(of issue: Issue, within last: Place? = nil) -> Route {
    var route = Route()
    route.fate = fate(of: issue, within: last, &route)
    return route
  }

  /// The route, including the holders outside a known issue.
  private func wholeRoute(of issue: Issue) -> Route {
    var route = route(of: issue)
    guard let known = route.known else { return route }
    let outside = Issue(number: known.number, time: known.time, line: known.line, place: known.place?.around)
    let around = wholeRoute(of: outside)
    route.holdersOutside = around.holders + around.holdersOutside
    route.mayBeNarrowed = around.mayBeNarrowed
    return route
  }

  private func fate(of issue: Issue, within last: Place?, _ route: inout Route) -> Fate {
    if issue.kind == .gate { return issue.isInKnownIssue() ? .isKnown : .fails }
    var (next, time, part) = (issue.place, issue.time, Flaky?.none)
    // An issue belongs to the innermost place that is open at its time, and then to the places around.
    while let place = next, place !== last, timeline.isOpen(place, at: time) {
      switch place.kind {
      case .attempt(of: let call):
        guard let times = timeline.times(of: call) else { return .fails }
        let number = (times.attempts.firstIndex { $0.place === place } ?? 0) + 1
        route.holders.append(Route.Holder(call: call, isLast: number > call.step.retries))
        guard let end = times.end else { return .fails }
        if forgives(times, issue) { return .isForgiven }
        time = end
      case .known(let bugsOnly):
        if issue.kind == .bug || (issue.kind == .issue && !bugsOnly) {
          route.known = Issue(number: issue.number, time: time, line: issue.line, place: place)
          return .isKnown
        }
      // The innermost flaky scope decides. An expired one leaves nothing to the trait.
      case .part(let flaky): part = part ?? flaky
      case .run(let trait):
        let isFlaky = part != nil || (trait != nil && !isNarrowed)
        let mayRunAgain = isFlaky && [trait, part].allSatisfy { $0?.mostReruns != 0 }
        route.mayBeNarrowed = trait != nil && part == nil && isNarrowed
        if mayRunAgain || route.mayBeNarrowed {
          let most = [trait, part].compactMap { $0?.mostReruns }.min() ?? 0
          let number = timeline.runs.firstIndex { $0.run === place } ?? 0
          route.holders.append(Route.Holder(call: nil, isLast: number >= most))
        }
        if mayRunAgain, timeline.runs.contains(where: { $0.time > issue.time && isSuccess($0.run) }) {
          return .isForgiven
        }
      }
      next = place.around
    }
    guard let last, next === last, timeline.isOpen(last, at: time) else { return .fails }
    return .isLeft
  }

  /// The issues that another issue of the same line stands for, by their position.
  ///
  /// A step or a test that fails tells each of its lines once, by the first issue that was held back, unless the line is
  /// in the result already: what is not run again need not be held back.
  ///
  /// - Parameters:
  ///   - heard: The numbers of the issues in the result, which matter where the contract leaves a choice.
  ///   - others: The numbers of errors that another failure stands for; they are not recorded at a line.
  func silent(besides heard: Set<Int>, without others: Set<Int>) -> Set<Int> {
    let recorded = issues.indices.filter { issues[$0].kind != .gate && !others.contains(issues[$0].number) }
    let all = recorded.map { (index: $0, route: wholeRoute(of: issues[$0])) }
    let told = all.filter { [.fails, .isKnown].contains($0.route.fate) && !$0.route.holders.isEmpty }
    let groups = Dictionary(grouping: told) { each in
      TellingKey(line: issues[each.index].line, call: each.route.holders.last?.call, known: each.route.known?.place)
    }
    let inResult = Set(
      all.filter { $0.route.fate == .fails && $0.route.holders.isEmpty && heard.contains(issues[$0.index].number) }
        .map { issues[$0.index].line }
    )
    return groups.reduce(into: []) { silent, element in
      let (key, group) = element
      // A test tells a line once: that of an issue which nothing held back is in the result already.
      if key.call == nil, inResult.contains(key.line) { return silent.formUnion(group.map(\.index)) }
      var spoken = self.spoken(group, holder: 0)
      if group.contains(where: \.route.mayBeNarrowed) {
        let known = group.map(\.index).filter { heard.contains(issues[$0].number) }
        spoken = known.isEmpty ? [group[0].index] : known
      }
      silent.formUnion(Set(group.map(\.index)).subtracting(spoken))
    }
  }

  private struct TellingKey: Hashable {
    let line: Int
    let call: Call?
    let known: Place?
  }

  /// The issues that tell the line of a group, whose outermost holders are the same up to a number of them.
  private func spoken(_ group: [(index: Int, route: Route)], holder position: Int) -> [Int] {
    func holder(_ each: (index: Int, route: Route)) -> Route.Holder? {
      each.route.holders.dropLast(position).last
    }
    guard let first = group.first, let outermost = holder(first) else { return group.map(\.index) }
    let told = group.filter { each in
      // What was replayed once can be held back, also in a last attempt of Swift Testing.
      guard outermost.call != nil else { return holder(each)?.isLast == true }
      let isUnchanged = framework == .swiftTesting && !issues[each.index].isForeign
      return isUnchanged && (each.route.holders + each.route.holdersOutside).allSatisfy(\.isLast)
    }
    if told.isEmpty { return [first.index] }
    let inside = Dictionary(grouping: told) { $0.route.holders.dropLast(position + 1).last?.call }
    return inside.values.flatMap { spoken($0, holder: position + 1) }
  }

  /// Whether the step succeeded with an attempt after the issue, and does not belong to a test run that ended before it.
  private func forgives(_ times: Timeline.CallTimes, _ issue: Issue) -> Bool {
    guard times.isSuccess, let last = times.attempts.last, last.time > issue.time, !timeline.isCut(last.place) else {
      return false
    }
    return timeline.isOpen(times.call.around.run, at: times.start)
  }

  /// Whether the issue pays for a known issue around it: Swift Testing counts what a known issue further out matches, too,
  /// and here all failures are known further out.
  private func pays(_ issue: Issue, for known: Place) -> Bool {
    guard issue.kind != .thrown, issue.isIn(known) else { return false }
    return issue.kind == .gate ? !issue.isInKnownIssue(inside: known) : fate(of: issue, within: known) == .isLeft
  }

  /// Whether the run was neither skipped nor canceled, and no issue is left that nothing in it has taken.
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
  /// - Returns: `nil` for an issue of no step, and in a test that may run again.
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
    // An outer step that was told to stop fails, and lets an error through that then ends the test.
    if issues.contains(where: { $0.number == number && $0.kind == .thrown }) { return false }
    return issues.contains { $0.number == outer.number && $0.kind == .issue }
  }

  /// True for the error of a step that returns a value and was aborted by a step inside, which has failed the test.
  func isErrorOfAbort(_ number: Int, _ facts: [Fact]) -> Bool {
    facts.contains { fact in
      guard case .callBegins(let call) = fact, call.number == number, call.step.isValue else { return false }
      return call.abort.withLock { $0.isSaid && $0.isReported }
    }
  }

  /// Whether a step inside has failed an attempt of the step.
  func hasInnerFailure(_ call: Call, _ facts: [Fact]) -> Bool {
    issues.contains { issue in
      guard issue.kind == .issue, isOfStep(issue, facts) else { return false }
      return issue.places.contains { $0.isAttempt(of: call) && fate(of: issue, within: $0) == .isLeft }
    }
  }

  private func isOfStep(_ issue: Issue, _ facts: [Fact]) -> Bool {
    facts.contains { if case .callBegins(let call) = $0 { call.number == issue.number } else { false } }
  }

  /// Whether only another run of the test could forgive the issue.
  func isLeftToRuns(_ issue: Issue) -> Bool {
    issue.run.map { fate(of: issue, within: $0) == .isLeft } ?? false
  }

  /// Whether the last run ended by itself, so that another one may follow.
  var endsByItself: Bool {
    guard let last = runs.last, let end = timeline.end(of: last) else { return false }
    return !end.isStopped && !end.meansStop && !timeline.isCut(last)
  }

  /// Whether an issue came after its test run, or between two runs.
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
    case .records(let number, in: let place, at: let line, let isBug, let isForeign):
      let (line, kind) = (line ?? -number, isBug ? Issue.Kind.bug : .issue)
      return Issue(number: number, time: time, line: line, place: place, isForeign: isForeign, kind: kind)
    case .gates(let number, in: let place):
      return Issue(number: number, time: time, line: -number, place: place, kind: .gate)
    case .runEnds(let run, let end):
      // The trait leaves an error that means *stop* to Swift Testing.
      let line = run.hasTrait && !end.meansStop ? Program.lineOfTest : nil
      return end.error.map { Issue(number: $0, time: time, line: line ?? -$0, place: run, kind: .thrown) }
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

extension Place: Hashable {
  static func == (one: Place, other: Place) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Call: Hashable {
  static func == (one: Call, other: Call) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
