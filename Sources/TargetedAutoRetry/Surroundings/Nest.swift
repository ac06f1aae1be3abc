/// What the steps of one nest share: nothing, until one of them does not succeed or the nest is large.
struct Nest: Sendable {
  /// More innermost attempts than these deserve a warning.
  static let manyAttempts = 25

  /// What the steps inside of an attempt leave for the step around them.
  struct Notes: Sendable {
    /// Why one of them was ended: the step around ends as well, whatever its closures do with the error.
    var abortion: InnerAbortion?
    /// The first of them that did not succeed.
    var failure: FailedAttempt.InnerFailure?
  }

  private struct State {
    var notes: [StepID: Notes] = [:]
    var isWarned = false
  }

  /// An object for each nest would cost every step that passes three allocations.
  private static let states = Locked<[StepID: State]>([:])

  /// The outermost step.
  let root: StepID

  /// Leaves a note for a step.
  func leave(_ failure: FailedAttempt.InnerFailure, for step: StepID) {
    note(for: step) { if $0.failure == nil { $0.failure = failure } }
  }

  func leave(_ abortion: InnerAbortion, for step: StepID) {
    note(for: step) { notes in
      let isReported = abortion.isReported && notes.abortion?.isReported != false
      notes.abortion = InnerAbortion(reason: notes.abortion?.reason ?? abortion.reason, isReported: isReported)
    }
  }

  /// What was left for a step since the last time.
  func takeNotes(for step: StepID) -> Notes {
    Self.states.withLock { states in
      // Mostly there is none, and a look is cheaper than a change.
      guard !states.isEmpty, states[root]?.notes[step] != nil else { return nil }
      return states[root]?.notes.removeValue(forKey: step)
    } ?? Notes()
  }

  /// A step has succeeded at its first attempt, if no step inside was aborted; what else these have left is forgotten.
  ///
  /// - Returns: Whether that is so.
  func passes(_ step: StepID) -> Bool {
    Self.states.withLock { states in
      guard !states.isEmpty, let state = states[root] else { return true }
      if state.notes[step]?.abortion != nil { return false }
      if step == root { states[root] = nil } else { states[root]?.notes[step] = nil }
      return true
    }
  }

  /// Whether to warn of so many attempts; true once.
  func warns(of attempts: Int) -> Bool {
    guard attempts > Self.manyAttempts else { return false }
    return Self.states.withLock { states in
      defer { states[root, default: State()].isWarned = true }
      return states[root]?.isWarned != true
    }
  }

  /// The outermost step is over.
  func end() {
    Self.states.withLock { $0[root] = nil }
  }

  private func note(for step: StepID, _ change: (inout Notes) -> Void) {
    Self.states.withLock { states in
      change(&states[root, default: State()].notes[step, default: Notes()])
    }
  }
}
