public import Foundation

extension Baseline {
  /// A new baseline with the open alarms that can still be read from a damaged one.
  public init(openAlarmsOf unreadable: Data) {
    struct Alarms: Decodable {
      let alarms: [Alarm]
    }
    self.init(TestRuns([]))
    alarms = (try? JSONDecoder().decode(Alarms.self, from: unreadable))?.alarms.filter(\.isOpen) ?? []
  }

  var openAlarms: [Alarm] { alarms.filter(\.isOpen) }

  /// Updates the alarms with the result of a comparison of its own runs.
  public mutating func learn(_ comparison: Comparison) {
    for open in comparison.open {
      guard let index = alarms.firstIndex(where: { $0.isOpen && $0.isSame(as: open.alarm) }) else { continue }
      alarms[index].runs += comparison.newest.filter { !alarms[index].runs.contains($0) }
      if open.fixedIn.isEmpty { continue }
      alarms[index].runs.removeAll(where: open.fixedIn.contains)
      alarms[index].ended = sighting(of: comparison.newest)
    }
    for var alarm in comparison.raised {
      alarm.since = sighting(of: comparison.newest)
      alarms.append(alarm)
    }
    let known = Set(runs)
    for index in alarms.indices { alarms[index].runs.removeAll { !known.contains($0) } }
    alarms = alarms.filter { $0.ended == nil || !$0.runs.isEmpty }
  }

  /// Adds runs that could not be compared to the open alarms, because nothing shows that they are usual.
  public mutating func learnNothing(of newest: Set<String>) {
    for index in alarms.indices where alarms[index].isOpen {
      alarms[index].runs += runs.filter { newest.contains($0) && !alarms[index].runs.contains($0) }
    }
  }

  /// Excludes actions that failed a gate from what counts as usual.
  public mutating func leaveOut(_ failing: [String], of newest: Set<String>) {
    let runs = runs.filter(newest.contains)
    let last = sighting(of: runs)
    alarms += failing.map { Alarm(action: $0, kind: "", since: last, runs: runs, ended: last) }
      .filter { !alarms.contains($0) }
  }

  /// Accepts an open alarm, and returns whether there is one of that name.
  public mutating func accept(_ name: String, by: String, reason: String, on day: String) -> Bool {
    guard let index = alarms.firstIndex(where: { $0.isOpen && $0.name == name }) else { return false }
    alarms[index].acceptance = Alarm.Acceptance(by: by, reason: reason, day: day)
    return true
  }

  /// A line for each open alarm: its name and its subject.
  public var openFindings: [String] {
    openAlarms.map { "\($0.name)  \($0.title): \($0.text)" }
  }

  /// The day and the commit of the first of some runs.
  private func sighting(of runs: [String]) -> Sighting {
    let part = parts.first { runs.contains($0.run) }
    return Sighting(day: part?.day ?? "", commit: part?.commit ?? "")
  }

  /// Whether a run counts as usual for an action.
  func isReference(_ run: String, for action: String, _ order: [String: Int]) -> Bool {
    alarms.allSatisfy { alarm in
      guard alarm.concerns(action) else { return true }
      if alarm.acceptance == nil { return !alarm.runs.contains(run) }
      // Once it is accepted, a rate counts as usual from the first run of its alarm.
      guard alarm.kind.isEmpty, let first = alarm.runs.first.flatMap({ order[$0] }) else { return true }
      return order[run] ?? 0 >= first
    }
  }

  /// The accepted kinds of causes, by action.
  var acceptedKinds: [String: Set<CauseKind>] {
    alarms.filter { $0.acceptance != nil && !$0.kind.isEmpty }
      .reduce(into: [:]) { $0[$1.action, default: []].insert(CauseKind(text: $1.kind)) }
  }

  /// The position of each run, counted from the oldest.
  var order: [String: Int] { Dictionary(uniqueKeysWithValues: zip(runs, 0...)) }
}
