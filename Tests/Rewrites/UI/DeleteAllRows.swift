import TargetedAutoRetry
import Testing
import XCTest

// A class function that deletes rows until there are none.
//
// With the library deleting is part of a wait, so there is a limit of time in place of 30 rows.

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
    let deleteFirst = {
      app.cells.firstMatch.swipeLeft()
      app.buttons["Delete"].tap()
      usleep(200_000)
    }
    CurrentTest().autoWait("No notes", for: .seconds(30), file: file, line: line, meanwhile: deleteFirst) {
      app.cells.count == 0
    }
  }
}

// test
@Test(arguments: [(0, true), (30, true), (1000, false)])
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
  #expect(visits.before.count("tap Delete") == min(rows, 30))
  #expect(succeeds ? visits.after.count("tap Delete") == rows : visits.after.time >= .seconds(30))
  visits.expect(succeeds, else: ("970 notes are left", "Waited in vain for: No notes."))
}
