package import Foundation
internal import RetryReport

extension Baseline {
  /// A new baseline with the open alarms that can still be read from a damaged one.
  package init(openAlarmsOf unreadable: Data) {
    struct Alarms: Decodable {
      let alarms: [Alarm]
    }
    self.init()
    alarms = (try? JSONDecoder().decode(Alarms.self, from: unreadable))?.alarms.filter(\.isOpen) ?? []
  }

  var openAlarms: [Alarm] { alarms.filter(\.isOpen) }

  /// Updates the alarms with the result of a comparison of its own runs.
  package mutating func learn(_ comparison: Comparison) {
    for open in comparison.open {
      guard let index = alarms.firstIndex(where: { $0.isOpen && $0.isSame(as: open.alarm) }) else { continue }
      alarms[index].runs += comparison.newest.filter { !alarms[index].runs.contains($0) }
      if !open.isFixed { continue }
      alarms[index].runs.removeAll(where: open.fixedIn.contains)
      alarms[index].ended = sighting(of: comparison.newest)
      if alarms[index].kind.isEmpty { alarms[index].closings = (alarms[index].closings ?? 0) + 1 }
    }
    for var alarm in comparison.raised {
      alarms.removeAll { $0.ended != nil && !alarm.kind.isEmpty && $0.isSame(as: alarm) }
      alarm.since = sighting(of: comparison.newest)
      alarm.closings = alarms.filter { $0.isSame(as: alarm) }.compactMap(\.closings).max()
      alarms.append(alarm)
    }
    let known = Set(runs)
    for index in alarms.indices { alarms[index].runs.removeAll { !known.contains($0) } }
    alarms = alarms.filter { $0.ended == nil || !$0.runs.isEmpty }
  }

  /// Adds runs that could not be compared to the open alarms, because nothing shows that they are usual.
  package mutating func learnNothing(of newest: Set<String>) {
    for index in alarms.indices where alarms[index].isOpen {
      alarms[index].runs += runs.filter { newest.contains($0) && !alarms[index].runs.contains($0) }
    }
  }

  /// Excludes actions that failed a gate from what counts as usual.
  package mutating func leaveOut(_ failing: [String], of newest: Set<String>) {
    let runs = runs.filter(newest.contains)
    let last = sighting(of: runs)
    alarms += failing.map { Alarm(action: $0, kind: "", since: last, runs: runs, ended: last) }
      .filter { !alarms.contains($0) }
  }

  /// Accepts an open alarm, and returns whether there is one of that name.
  package mutating func accept(_ name: String, by: String, reason: String, on day: String) -> Bool {
    if !alarms.contains(where: { $0.isOpen && $0.name == name }) { return false }
    for index in alarms.indices where alarms[index].isOpen && alarms[index].name == name {
      alarms[index].acceptance = Alarm.Acceptance(by: by, reason: reason, day: day)
    }
    return true
  }

  /// Who accepted an alarm, when and why; `nil` if nobody did.
  package func acceptance(of name: String) -> String? {
    let acceptance = alarms.last { $0.name == name && $0.acceptance != nil }?.acceptance
    return acceptance.map { "by \($0.by.printable) on \($0.day): \($0.reason.printable)" }
  }

  /// A line for each open alarm: its name and its subject.
  package var openFindings: [String] {
    openAlarms.map { "\($0.name)  \($0.title): \($0.text)" }
  }

  /// The day and the commit of the first of some runs.
  func sighting(of runs: [String]) -> Sighting {
    let part = parts.first { runs.contains($0.id) }?.part
    return Sighting(day: part?.day ?? "", commit: part?.commit ?? "")
  }

  /// The actions that an alarm concerns; `nil` for all of them.
  ///
  /// A new cause of all actions together concerns those that have had it.
  func actions(of alarm: Alarm) -> Set<String>? {
    if !alarm.action.isEmpty { return [alarm.action] }
    if alarm.kind.isEmpty { return nil }
    let kind = CauseKind(text: alarm.kind)
    let counts = parts.filter { alarm.runs.contains($0.id) }.flatMap(\.actions)
    return Set(
      counts.filter { action, counts in
        counts.tests.values.contains { $0.kinds.keys.contains { $0.withoutName(of: action) == kind } }
      }.map(\.key)
    )
  }
}
