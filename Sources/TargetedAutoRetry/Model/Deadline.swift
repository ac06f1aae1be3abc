/// The instant after which no attempt of a step starts, and the step that set it.
///
/// It binds the steps inside for as long as the step that set it runs. A task may outlive the step that started it.
struct Deadline: Sendable {
  let instant: Duration
  let limit: Duration
  let origin: PolicyOrigin
  /// The step that the limit was set for; the steps inside share it.
  let step: StepID
  let actionDescription: String?
  private let isLifted = Locked(false)

  func lift() { isLifted.withLock { $0 = true } }

  var isOpen: Bool { isLifted.withLock { !$0 } }

  func text(for step: StepID) -> String {
    let owner = self.step == step ? "" : " of the step around it, \(Step.name(actionDescription))"
    return "time limit of \(limit.text)\(owner), set by \(origin.rawValue)"
  }
}

extension [Deadline] {
  /// The earliest, or the outermost of several; nil if their steps are over.
  var earliest: Deadline? { reversed().filter(\.isOpen).min { $0.instant < $1.instant } }
}
