// error: contextual closure type '() throws -> Bool?' expects 0 arguments, but 1 was used in closure body
import TargetedAutoRetry
import XCTest

final class WaitingForValueTests: XCTestCase, TargetedAutoRetry {
  func signIn() throws {
    _ = try autoRetry("Sign In", within: .seconds(5)) {
      1
    } until: {
      $0 == 1
    }
  }
}
