import TargetedAutoRetry
import Testing
import XCTest

// The examples of README and Docs, so that the compiler reads them too; `DocumentationTests` looks for them here.

class ExampleTestCase: XCTestCase {
  func launch() {}
  func isHomePageVisible() -> Bool { true }
  func signIn() {}
  func isSignedIn() -> Bool { true }
  func isAccountVisible() -> Bool { true }
}

enum InBaseClass {
  class XCTestCase: ExampleTestCase {}

  class BaseTestCase: XCTestCase, TargetedAutoRetry {
    func signInWithRetries() {
      autoRetry(mainAction: signIn, successCondition: isSignedIn, resetSteps: launch, actionDescription: "Sign In")
    }
  }
}

class HelperExample: ExampleTestCase, TargetedAutoRetry {
  func launchWithRetries(failTestOnFailure: Bool = true, file: StaticString = #filePath, line: UInt = #line) {
    autoRetry(
      mainAction: launch,
      successCondition: isHomePageVisible,
      actionDescription: "Launch",
      failTestOnFailure: failTestOnFailure,
      file: file,
      line: line
    )
  }

  func openAccountWithRetries(failTestOnFailure: Bool = true) {}

  func launchAndOpenAccount() {
    autoRetry(
      mainAction: {
        launchWithRetries(failTestOnFailure: false)
        openAccountWithRetries(failTestOnFailure: false)
      },
      successCondition: isAccountVisible,
      actionDescription: "Launch and Open Account"
    )
  }
}

class PatientTestCase: XCTestCase, TargetedAutoRetry {
  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 5) }
}

final class App {
  private(set) var accountName = ""

  func signIn() { accountName = "Ada" }
  func isSignedIn() -> Bool { !accountName.isEmpty }
}

@Suite struct AccountTests: TargetedAutoRetry {
  let app = App()

  @Test func accountShowsName() {
    autoRetry(mainAction: app.signIn, successCondition: app.isSignedIn, actionDescription: "Sign In")
    #expect(app.accountName == "Ada")
  }
}
