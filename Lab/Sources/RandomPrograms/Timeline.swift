/// The facts of a program, by subject.
struct Timeline: Sendable {
  struct CallTimes: Sendable {
    let call: Call
    let start: Int
    var end: Int?
    var isSuccess = false
    /// Whether it ended by a cancellation.
    var isCut = false
    /// The times at which its attempts began.
    var attempts: [(time: Int, place: Place)] = []
    var isStopped = false
    var goesOnAfterStop = false
    var lastCheckIsTrue = false
  }

  private var doors: [ObjectIdentifier: [(time: Int, opens: Bool)]] = [:]
  private var calls: [ObjectIdentifier: CallTimes] = [:]
  private(set) var runs: [(time: Int, run: Place)] = []
  private var ends: [ObjectIdentifier: RunEnd] = [:]
  /// The places of the flaky scopes that a skip or a cancellation has left.
  private var cuts: [(time: Int, place: Place)] = []

  init(_ facts: [Fact]) {
    for (time, fact) in facts.enumerated() { add(fact, at: time) }
  }

  private mutating func add(_ fact: Fact, at time: Int) {
    switch fact {
    case .opens(let place):
      let isNew = doors[ObjectIdentifier(place)] == nil
      doors[ObjectIdentifier(place), default: []].append((time, true))
      if case .attempt(of: let call) = place.kind, times(of: call)?.isStopped == true {
        calls[ObjectIdentifier(call)]?.goesOnAfterStop = true
      }
      if isNew { begins(place, at: time) }
    case .closes(let place): doors[ObjectIdentifier(place), default: []].append((time, false))
    case .callBegins(let call): calls[ObjectIdentifier(call)] = CallTimes(call: call, start: time)
    case .callEnds(let call, let end):
      calls[ObjectIdentifier(call)]?.end = time
      calls[ObjectIdentifier(call)]?.isSuccess = end.isSuccess(of: call.step)
      calls[ObjectIdentifier(call)]?.isCut = end.isCut(call)
    case .isStopped(let call): calls[ObjectIdentifier(call)]?.isStopped = true
    case .checks(let call, let isTrue): calls[ObjectIdentifier(call)]?.lastCheckIsTrue = isTrue
    case .cuts(let place): cuts.append((time, place))
    case .runEnds(let run, let end): ends[ObjectIdentifier(run)] = end
    default: break
    }
  }

  private mutating func begins(_ place: Place, at time: Int) {
    switch place.kind {
    case .attempt(of: let call): calls[ObjectIdentifier(call)]?.attempts.append((time, place))
    case .run: runs.append((time, place))
    case .part, .known: break
    }
  }

  func isOpen(_ place: Place, at time: Int) -> Bool {
    doors[ObjectIdentifier(place)]?.last { $0.time <= time }?.opens ?? false
  }

  func times(of call: Call) -> CallTimes? { calls[ObjectIdentifier(call)] }

  func end(of run: Place) -> RunEnd? { ends[ObjectIdentifier(run)] }

  /// Whether a step in the attempt or run ended by a cancellation, or ended after an attempt of which this is true, or if a
  /// skip or a cancellation left a flaky scope there.
  ///
  /// Such an attempt or run proves nothing. A step that outlives its attempt counts for the next place around that is not
  /// over, and one that outlives its run for the run that continues.
  func isCut(_ place: Place) -> Bool {
    if cuts.contains(where: { nearest(to: $0.place, at: $0.time) === place }) { return true }
    return calls.values.contains { times in
      guard let end = times.end, nearest(to: times.call.around.place ?? times.call.around.run, at: end) === place else {
        return false
      }
      return times.isCut || times.attempts.last.map { isCut($0.place) } ?? false
    }
  }

  /// The innermost attempt or run around a place that takes notes at that time; on a thread of its own it is one of the run.
  private func nearest(to place: Place, at time: Int) -> Place? {
    var place: Place? = place.attemptOrRun
    while let next = place, !takesNotes(next, at: time) { place = next.around?.attemptOrRun }
    return place ?? runs.last { isOpen($0.run, at: time) }?.run
  }

  /// Whether the place is open, or is the last attempt of a step that has not finished.
  private func takesNotes(_ place: Place, at time: Int) -> Bool {
    guard case .attempt(of: let call) = place.kind, let times = times(of: call), times.attempts.last?.place === place
    else { return isOpen(place, at: time) }
    return times.end.map { time < $0 } ?? true
  }
}
