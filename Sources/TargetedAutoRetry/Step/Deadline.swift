/// The instant after which no attempt of a step starts, nor of the steps inside, and the step that set it.
struct Deadline: Sendable {
  let instant: Duration
  let limit: Duration
  let origin: PolicyOrigin
  let step: StepID
  let actionDescription: String?

  func text(for step: StepID) -> String {
    let owner = self.step == step ? "" : " of the step around it, \(Step.name(actionDescription))"
    return "time limit of \(limit.text)\(owner), set by \(origin.rawValue)"
  }
}
