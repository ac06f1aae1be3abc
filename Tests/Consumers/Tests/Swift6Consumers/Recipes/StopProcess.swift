import Foundation
import TargetedAutoRetry

func stop(_ process: Process, within patience: Duration = .seconds(5)) {
  process.terminate()
  let hasEnded = CurrentTest().autoWait(
    "Process ends",
    for: patience,
    failTestOnFailure: false
  ) {
    !noted(process.isRunning, as: "isRunning")
  }
  if !hasEnded { kill(process.processIdentifier, SIGKILL) }
}
