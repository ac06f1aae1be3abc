import TargetedAutoRetry
import XCTest

class PicturedUITestCase: BaseUITestCase {
  override func collectEvidence(of attempt: AttemptEvidence) {
    let springboard = XCUIApplication(
      bundleIdentifier: "com.apple.springboard"
    )
    attempt.attach(
      XCUIScreen.main.screenshot().pngRepresentation,
      named: "screen.png"
    )
    attempt.attach(springboard.debugDescription, named: "springboard.txt")
    guard app.state == .runningForeground else { return }
    attempt.attach(app.debugDescription, named: "elements.txt")
  }
}
