public import Foundation

extension Baseline {
  /// A new baseline with the open alarms of one that cannot be read, as far as its file has them.
  public init(openAlarmsOf unreadable: Data) {
    struct Alarms: Decodable {
      let alarms: [Alarm]
    }
    self.init(TestRuns([]))
    alarms = (try? JSONDecoder().decode(Alarms.self, from: unreadable))?.alarms.filter(\.isOpen) ?? []
  }

  /// The alarms that are neither mended nor accepted.
  var openAlarms: [Alarm] { alarms.filter(\.isOpen) }

  /// Learns what a comparison of its own runs has found: alarms begin, go on or end.
  public mutating func learn(_ comparison: Comparison) {
    for open in comparison.open {
      guard let index = alarms.firstIndex(where: { $0.isOpen && $0.isSame(as: open.alarm) }) else { continue }
      alarms[index].runs += comparison.newest.filter { !alarms[index].runs.contains($0) }
      if open.mendedIn.isEmpty { continue }
      alarms[index].runs.removeAll(where: open.mendedIn.contains)
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

  /// Runs that were compared with nothing say nothing about what is usual for an open alarm.
  public mutating func learnNothing(of newest: Set<String>) {
    for index in alarms.indices where alarms[index].isOpen {
      alarms[index].runs += runs.filter { newest.contains($0) && !alarms[index].runs.contains($0) }
    }
  }

  /// Some actions of some runs say nothing about what is usual, because their gate is shut.
  public mutating func leaveOut(_ shut: [String], of newest: Set<String>) {
    let runs = runs.filter(newest.contains)
    let last = sighting(of: runs)
    alarms += shut.map { Alarm(action: $0, kind: "", since: last, runs: runs, ended: last) }
      .filter { !alarms.contains($0) }
  }

  /// Accepts an open alarm; false if there is none of that name.
  public mutating func accept(_ name: String, by: String, reason: String, on day: String) -> Bool {
    guard let index = alarms.firstIndex(where: { $0.isOpen && $0.name == name }) else { return false }
    alarms[index].acceptance = Alarm.Acceptance(by: by, reason: reason, day: day)
    return true
  }

  /// A line for each open alarm: its name, and what it is about.
  public var openFindings: [String] {
    openAlarms.map { "\($0.name)  \($0.title): \($0.text)" }
  }

  /// The first of some runs.
  private func sighting(of runs: [String]) -> Sighting {
    let part = parts.first { runs.contains($0.run) }
    return Sighting(day: part?.day ?? "", commit: part?.commit ?? "")
  }

  /// True if a run says what is usual for an action.
  func isReference(_ run: String, for action: String, _ order: [String: Int]) -> Bool {
    alarms.allSatisfy { alarm in
      guard alarm.concerns(action) else { return true }
      if alarm.acceptance == nil { return !alarm.runs.contains(run) }
      // An accepted rate is the usual one from then on.
      guard alarm.kind.isEmpty, let first = alarm.runs.first.flatMap({ order[$0] }) else { return true }
      return order[run] ?? 0 >= first
    }
  }

  /// The kinds of causes that somebody accepted, by action.
  var acceptedKinds: [String: Set<CauseKind>] {
    alarms.filter { $0.acceptance != nil && !$0.kind.isEmpty }
      .reduce(into: [:]) { $0[$1.action, default: []].insert(CauseKind(text: $1.kind)) }
  }

  /// The place of each run, the oldest first.
  var order: [String: Int] { Dictionary(uniqueKeysWithValues: zip(runs, 0...)) }
}
