import Foundation
import TargetedAutoRetry

func stop(_ process: Process, within timeout: Duration = .seconds(5)) {
  process.terminate()
  let hasEnded = CurrentTest().autoWait(
    "Process ends",
    for: timeout,
    failTestOnFailure: false
  ) {
    !noted(process.isRunning, as: "isRunning")
  }
  if !hasEnded { kill(process.processIdentifier, SIGKILL) }
}
