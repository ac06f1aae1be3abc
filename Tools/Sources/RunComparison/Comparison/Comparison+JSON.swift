internal import RetryReport

extension Comparison {
  /// For machines; its keys are stable.
  package func json() throws -> String {
    let document: JSONObject = [
      "version": 1,
      "steps": steps,
      "runs": runs,
      "baselineRuns": baselineRuns,
      "newCauses": newCauses.map(object),
      "risen": risen,
      "newActions": newActions,
      "newFlakySteps": newFlakySteps.map(object),
      "newMachines": newMachines,
      "renamedActions": renamedActions,
      "newTests": newTests,
      "unknownSteps": unknownSteps,
    ]
    return try document.sortedJSON()
  }

  private func object(_ new: Comparison.NewCause) -> JSONObject {
    [
      "action": new.action,
      "actions": new.actions,
      "kind": new.cause.kind.text,
      "example": new.cause.example,
      "steps": new.steps,
      "comparedSteps": new.comparedSteps,
      "tests": new.tests,
      "places": new.cause.places.sorted().map(\.text),
      "attachments": new.cause.attachments.map(\.fullPath),
      "isSurprising": new.isSurprising,
      "probability": new.probability,
      "neededProbability": new.neededSteps == nil ? new.neededProbability : nil,
      "neededSteps": new.neededSteps,
    ]
  }

  private func object(_ step: NewFlakyStep) -> JSONObject {
    [
      "action": step.action,
      "steps": step.steps,
      "retried": step.retried,
      "example": step.cause.example,
      "tests": step.cause.tests.sorted(),
      "places": step.cause.places.sorted().map(\.text),
    ]
  }
}
