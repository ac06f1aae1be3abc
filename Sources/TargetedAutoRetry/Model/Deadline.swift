/// The instant after which no attempt of a step starts, and the step that set it.
///
/// It binds the steps inside for as long as the step that set it runs. A task may outlive the step that started it.
final class Deadline: Sendable {
  let instant: Duration
  let limit: Duration
  let origin: PolicyOrigin
  /// The step that the limit was set for; the steps inside share it.
  let step: StepID
  let actionDescription: String?
  private let outer: Deadline?
  private let isLifted = Locked(false)

  init(
    of step: StepID,
    actionDescription: String?,
    limit: Duration,
    origin: PolicyOrigin,
    inside outer: Deadline? = nil,
    at now: Duration
  ) {
    instant = now + limit
    self.limit = limit
    self.origin = origin
    self.step = step
    self.actionDescription = actionDescription
    self.outer = outer
  }

  func lift() { isLifted.withLock { $0 = true } }

  /// The earliest of this deadline and those around it, or the outermost of several; nil if their steps are over.
  var first: Deadline? {
    sequence(first: self, next: \.outer).filter { !$0.isLifted.withLock { $0 } }
      .reduce(nil) { first, next in if let first, first.instant < next.instant { first } else { next } }
  }

  func text(for step: StepID) -> String {
    let owner = self.step == step ? "" : " of the step around it, \(Step.name(actionDescription))"
    return "time limit of \(limit.text)\(owner), set by \(origin.rawValue)"
  }
}
