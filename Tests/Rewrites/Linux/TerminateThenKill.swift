import TargetedAutoRetry
import XCTest

// Terminates a process, and kills it if it does not end.

// before
func stop(_ process: FakeProcess) {
  process.terminate()
  for _ in 0..<50 {
    if !process.isRunning { return }
    usleep(100_000)
  }
  process.kill()
}

// after
func autoStop(_ process: FakeProcess) {
  process.terminate()
  CurrentTest().autoWait("Process ends", for: .seconds(5), failTestOnFailure: false) { !process.isRunning }
  if process.isRunning { process.kill() }
}

// test
final class FakeProcess: @unchecked Sendable {
  private(set) var isRunning = true
  private(set) var isKilled = false
  private let time: FakeTime
  private let patience: Duration

  init(endingAfter patience: Duration, by time: FakeTime) {
    self.patience = patience
    self.time = time
  }

  func terminate() { time.after(patience) { [self] in isRunning = false } }

  func kill() { (isRunning, isKilled) = (false, true) }
}

final class TerminateThenKillTests: RewriteTests {
  func testAProcessIsKilledOnlyIfItDoesNotEnd() {
    for (seconds, isKilled) in [(0, false), (3, false), (6, true)] {
      let visits = [
        visit { time in
          let process = FakeProcess(endingAfter: .seconds(seconds), by: time)
          stop(process)
          return process
        },
        visit { time in
          let process = FakeProcess(endingAfter: .seconds(seconds), by: time)
          autoStop(process)
          return process
        },
      ]
      for visit in visits {
        XCTAssertEqual(visit.answer?.isRunning, false)
        XCTAssertEqual(visit.answer?.isKilled, isKilled)
        XCTAssertEqual(visit.failures, [])
      }
    }
  }
}
