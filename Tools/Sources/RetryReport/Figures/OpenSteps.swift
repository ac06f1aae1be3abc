/// What is known of steps whose own row is still to come.
///
/// It holds what is open, and no more: a step's own row closes it.
struct OpenSteps {
  /// Of more open steps than these only the action is kept, and of the time that they lose nothing.
  static let most = 10_000

  private struct Open {
    var attempts: [Row] = []
    /// What steps inside lost, which the tax of this one may have in it.
    var inner: [LostTime] = []
  }

  private var open: [String: Open] = [:]
  /// The steps for which there was no room.
  private var crowdedOut: [String: ActionKey] = [:]

  mutating func add(attempt row: Row) {
    if open.count >= Self.most, open[row.stepID] == nil {
      if !row.isRehearsed { crowdedOut[row.stepID] = ActionKey(row) }
      return
    }
    guard open[row.stepID, default: Open()].attempts.count < Timeline.longest else { return }
    open[row.stepID, default: Open()].attempts.append(row)
  }

  /// Closes a step.
  ///
  /// - Returns: Its failed attempts, and what it and the steps inside it lost; nothing where a step around it has still to
  ///   close, and will count it.
  mutating func close(_ row: Row) -> (attempts: [Row], lost: [LostTime]) {
    let step = open.removeValue(forKey: row.stepID) ?? Open()
    crowdedOut[row.stepID] = nil
    let lost = Self.lost(row, step)
    if row.parentStepID.isEmpty || lost.isEmpty { return (step.attempts, lost) }
    open[row.parentStepID, default: Open()].inner += lost
    return (step.attempts, [])
  }

  private static func lost(_ row: Row, _ step: Open) -> [LostTime] {
    if row.isRehearsed { return [] }
    let own = row.taxMs > 0 ? [LostTime(action: row.action, startMs: row.startMs, ms: row.taxMs)] : []
    if row.ending != .recovered, row.taxMs > 0 { return own }
    let successStart =
      row.curedBy == .waiting ? step.attempts.last?.startMs ?? row.startMs : row.startMs + row.taxMs
    return own + step.inner.filter { $0.startMs >= successStart }
  }

  /// The file is over: what is open belongs to a process that died.
  ///
  /// - Returns: The failed attempts of each such step, what is known to be lost, and the actions of those of which nothing
  ///   else is known.
  mutating func closeAll() -> (died: [[Row]], lost: [LostTime], crowdedOut: [ActionKey]) {
    defer { (open, crowdedOut) = ([:], [:]) }
    let died = open.values.map(\.attempts).filter { !$0.isEmpty }.sorted { $0[0].stepID < $1[0].stepID }
    let lost = open.values.flatMap { step in
      guard let first = step.attempts.first else { return step.inner }
      let ms = step.attempts.map(\.durationMs).sum
      return [LostTime(action: first.action, startMs: first.startMs, ms: ms)]
    }
    return (died, lost, Array(crowdedOut.values))
  }
}
