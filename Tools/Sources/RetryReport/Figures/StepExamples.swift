/// The steps that illustrate an action or a wait best.
struct StepExamples {
  struct Example {
    let test: TestTimeline
    let step: Timeline
  }

  /// The costliest failed step of each action.
  private(set) var costliest: [ActionKey: Example] = [:]
  /// The costliest step with files of its successful attempt.
  private(set) var compared: [ActionKey: Example] = [:]

  mutating func add(_ test: TestTimeline) {
    for step in test.steps where step.hasFailed {
      let (key, example) = (step.row.key, Example(test: test, step: step))
      if step.taxMs > costliest[key]?.step.taxMs ?? -1 { costliest[key] = example }
      if !step.evidence.isEmpty, step.taxMs > compared[key]?.step.taxMs ?? -1 { compared[key] = example }
    }
  }

  func tests(of action: ActionKey) -> [TestTimeline] { [costliest[action], compared[action]].compactMap { $0?.test } }
}
