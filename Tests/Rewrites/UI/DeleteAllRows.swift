import TargetedAutoRetry
import Testing
import XCTest

// A class function that deletes rows until there are none.

// before
@MainActor
class NoteList {
  class func deleteAll(file: StaticString = #filePath, line: UInt = #line) {
    let app = XCUIApplication()
    var tries = 0
    while app.cells.count > 0 {
      guard tries < 30 else {
        XCTFail("\(app.cells.count) notes are left", file: file, line: line)
        return
      }
      app.cells.firstMatch.swipeLeft()
      app.buttons["Delete"].tap()
      usleep(200_000)
      tries += 1
    }
  }
}

// after
@MainActor
class RetryingNoteList {
  class func deleteAll(file: StaticString = #filePath, line: UInt = #line) {
    let app = XCUIApplication()
    CurrentTest().autoRetry(
      mainAction: {
        app.cells.firstMatch.swipeLeft()
        app.buttons["Delete"].tap()
      },
      successCondition: { app.cells.count == 0 },
      actionDescription: "Delete Notes",
      retryAttempts: 29,
      policy: RetryPolicy(looksFirst: true),
      file: file,
      line: line
    )
  }
}

// test
@Test(arguments: [(0, true), (30, true), (31, false)])
func `rows are deleted until there are none`(rows: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication(onTap: { app, _ in app.counts["cells", default: 0] -= 1 })
    app.counts["cells"] = rows
    return app
  } before: { _ in
    NoteList.deleteAll(line: 5)
  } after: { _ in
    RetryingNoteList.deleteAll(line: 5)
  }
  for visit in visits.both {
    #expect(visit.count("tap Delete") == min(rows, 30))
  }
  visits.expect(succeeds, else: ("1 notes are left", "Auto Retry failed 29 times for action: Delete Notes."))
}
