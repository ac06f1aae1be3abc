import TargetedAutoRetry
import Testing
import XCTest

// Launches three times at most, with a picture of each launch that failed.

// before
extension Before {
  func launchWithPictures(file: StaticString = #filePath, line: UInt = #line) {
    for attempt in 1...3 {
      app.launch()
      if app.wait(for: .runningForeground, timeout: 20) { return }
      let attachment = XCTAttachment(screenshot: app.screenshot())
      attachment.name = "launch-attempt-\(attempt)"
      attachment.lifetime = .keepAlways
      add(attachment)
    }
    XCTFail("The app is not in the foreground", file: file, line: line)
  }
}

// after
final class PictureTests: After {
  override func collectEvidence(of attempt: AttemptEvidence) {
    attempt.attach(app.screenshot().pngRepresentation, named: "screen.png")
  }

  func launchWithPictures(file: StaticString = #filePath, line: UInt = #line) {
    autoRetry(
      mainAction: app.launch,
      successCondition: { app.wait(for: .runningForeground, timeout: 20) },
      actionDescription: "Launch",
      retryAttempts: 2,
      file: file,
      line: line
    )
  }
}

// test
@Test(arguments: [(1, 0), (3, 2), (4, 3)])
func `each launch that fails leaves a picture`(needed: Int, pictures: Int) async {
  let visits = await Comparison(
    { FakeApplication(onLaunch: { app in if app.launches < needed { app.state = .notRunning } }) },
    Before.self,
    { $0.launchWithPictures(line: 5) },
    PictureTests.self,
    { $0.launchWithPictures(line: 5) }
  )
  #expect(visits.before.attachments == (0..<pictures).map { "launch-attempt-\($0 + 1)" })
  // Also one of the launch that worked, for comparison.
  #expect(visits.after.attachments.count { $0 == "screen.png" } == pictures + (needed == 3 ? 1 : 0))
  visits.expect(
    pictures < 3,
    else: ("The app is not in the foreground", "Launch failed: ")
  )
}
