import TargetedAutoRetry
import XCTest

extension BaseUITestCase {
  func waitUntilLoaded() {
    autoWait("Loaded", for: .seconds(30), stableFor: .seconds(1)) {
      !app.hasCrashed && !app.activityIndicators["Loading"].isThere
    }
  }
}
