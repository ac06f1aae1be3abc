import TargetedAutoRetry
import XCTest

class ScreenUITestCase: BaseUITestCase {
  override func collectEvidence(of attempt: AttemptEvidence) {
    attempt.attach(
      XCUIScreen.main.screenshot().pngRepresentation,
      named: "screen.png"
    )
  }
}
