/// The instant after which no attempt of a step starts, nor of the steps inside, and the step that set it.
final class Deadline: Sendable {
  let instant: Duration
  private let limit: Duration
  private let origin: PolicyOrigin
  private let step: StepID
  private let actionDescription: String?
  /// The next one further out.
  private let around: Deadline?
  private let isOver = Locked(false)

  init(
    _ limit: Duration,
    from now: Duration,
    _ origin: PolicyOrigin,
    of step: StepID,
    _ name: String?,
    in around: Deadline?
  ) {
    instant = now + limit
    self.limit = limit
    self.origin = origin
    self.step = step
    actionDescription = name
    self.around = around
  }

  /// The earliest of this one and of those around, or the outermost of several; a step that is over binds no other.
  var nearest: Deadline? {
    let around = around?.nearest
    if isOver.withLock({ $0 }) { return around }
    guard let around else { return self }
    return instant < around.instant ? self : around
  }

  func end(_ step: StepID) {
    if self.step == step { isOver.withLock { $0 = true } }
  }

  func text(for step: StepID) -> String {
    let owner = self.step == step ? "" : " of the step around it, \(Step.name(actionDescription))"
    return "time limit of \(limit.text)\(owner), set by \(origin.rawValue)"
  }
}
