// error: cannot convert value of type 'Bool' to expected argument type '() throws -> Bool?'
import TargetedAutoRetry
import XCTest

final class PropertyForClosureTests: XCTestCase, TargetedAutoRetry {
  var isSignedIn: Bool { true }

  func signIn() {
    autoRetry("Sign In", mainAction: {}, until: isSignedIn)
  }
}
