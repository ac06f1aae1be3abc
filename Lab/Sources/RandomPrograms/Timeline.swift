/// The facts of a program, by subject.
struct Timeline: Sendable {
  struct CallTimes: Sendable {
    var start: Int
    var end: Int?
    var isSuccess = false
    /// The times at which its attempts began.
    var attempts: [Int] = []
  }

  private var doors: [ObjectIdentifier: [(time: Int, opens: Bool)]] = [:]
  private var calls: [ObjectIdentifier: CallTimes] = [:]
  private var runs: [ObjectIdentifier: [(time: Int, run: Place)]] = [:]
  private var ends: [ObjectIdentifier: RunEnd] = [:]

  init(_ facts: [Fact]) {
    for (time, fact) in facts.enumerated() { add(fact, at: time) }
  }

  private mutating func add(_ fact: Fact, at time: Int) {
    switch fact {
    case .opens(let place):
      let isNew = doors[ObjectIdentifier(place)] == nil
      doors[ObjectIdentifier(place), default: []].append((time, true))
      if isNew { begins(place, at: time) }
    case .closes(let place): doors[ObjectIdentifier(place), default: []].append((time, false))
    case .callBegins(let call): calls[ObjectIdentifier(call)] = CallTimes(start: time)
    case .callEnds(let call, let end):
      calls[ObjectIdentifier(call)]?.end = time
      calls[ObjectIdentifier(call)]?.isSuccess = end.isSuccess(of: call.step)
    case .runEnds(let run, let end): ends[ObjectIdentifier(run)] = end
    case .records, .gates, .leaves, .looks, .isStopped, .hears: break
    }
  }

  private mutating func begins(_ place: Place, at time: Int) {
    switch place.kind {
    case .attempt(of: let call): calls[ObjectIdentifier(call)]?.attempts.append(time)
    case .run(of: let scope): runs[ObjectIdentifier(scope), default: []].append((time, place))
    case .part: break
    }
  }

  func isOpen(_ place: Place, at time: Int) -> Bool {
    doors[ObjectIdentifier(place)]?.last { $0.time <= time }?.opens ?? false
  }

  func times(of call: Call) -> CallTimes? { calls[ObjectIdentifier(call)] }

  func runs(of scope: Scope, after time: Int) -> [Place] {
    runs[ObjectIdentifier(scope)]?.filter { $0.time > time }.map(\.run) ?? []
  }

  func isInRun(_ time: Int) -> Bool { runs.values.joined().contains { isOpen($0.run, at: time) } }

  func end(of run: Place) -> RunEnd? { ends[ObjectIdentifier(run)] }
}
