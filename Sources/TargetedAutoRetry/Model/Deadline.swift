/// The instant after which no attempt of a step starts any more, and who says so.
final class Deadline: Sendable {
  let instant: Duration
  let limit: Duration
  let origin: PolicyOrigin
  /// The step that the limit was set for; the steps inside share it.
  let step: StepID
  let actionDescription: String?

  init(of step: StepID, actionDescription: String?, limit: Duration, origin: PolicyOrigin, at now: Duration) {
    instant = now + limit
    self.limit = limit
    self.origin = origin
    self.step = step
    self.actionDescription = actionDescription
  }

  /// The limit, as a step has to obey it.
  func text(for step: StepID) -> String {
    let owner = self.step == step ? "" : " of the step around it, \(Step.name(actionDescription))"
    return "time limit of \(limit.inSeconds)\(owner), set by \(origin.rawValue)"
  }
}
