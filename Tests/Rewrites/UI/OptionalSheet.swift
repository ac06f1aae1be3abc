import TargetedAutoRetry
import Testing
import XCTest

// Closes a sheet that may come or not; only one that stays fails the test.

// before
extension Before {
  func closeSheetIfNeeded(file: StaticString = #filePath, line: UInt = #line) {
    let close = app.buttons["Not Now"]
    guard close.waitForExistence(timeout: 3) else { return }
    for _ in 1...3 {
      close.tap()
      if close.waitForNonExistence(timeout: 2) { return }
    }
    XCTFail("The sheet stays", file: file, line: line)
  }
}

// after
extension After {
  func closeSheetIfNeeded(file: StaticString = #filePath, line: UInt = #line) {
    let close = app.buttons["Not Now"]
    guard close.waitForExistence(timeout: 3) else { return }
    autoRetry(
      mainAction: close.tap,
      successCondition: { close.waitForNonExistence(timeout: 2) },
      actionDescription: "Close Sheet",
      retryAttempts: 2,
      file: file,
      line: line
    )
  }
}

// test
@Test(arguments: [(0, true), (1, true), (3, true), (4, false)])
func `a sheet is closed if it comes`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    let app = FakeApplication(onTap: { app, _ in
      taps += 1
      if taps == needed { app.elements = [] }
    })
    if needed > 0 { app.after(.seconds(2)) { $0.elements = ["Not Now"] } }
    return app
  } before: {
    $0.closeSheetIfNeeded(line: 5)
  } after: {
    $0.closeSheetIfNeeded(line: 5)
  }
  for visit in visits.both {
    #expect(visit.count("tap Not Now") == min(needed, 3))
  }
  visits.expect(succeeds, else: ("The sheet stays", "Close Sheet failed: "))
}
