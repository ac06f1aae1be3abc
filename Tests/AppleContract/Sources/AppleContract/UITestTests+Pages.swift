import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UITests5
@testable import UITests6

// Page objects of both kinds, and free functions, in tests that supply their hook and policy.
extension UITestTests {
  @Test func `pages that hold their test and pages that adopt the protocol have its hook, with its pictures`() async {
    let visits = [
      await Self.visit(signsInAtTap: 1) { (test: UITests6.CartUITests) in
        test.launchWithRetries()
        test.testPages()
      },
      await Self.visit(signsInAtTap: 1) { (test: UITests5.CartUITests) in
        test.launchWithRetries()
        test.testPages()
      },
    ]
    for visit in visits {
      // The hat never appears: four attempts, each with a picture and the elements.
      #expect(
        visit.issues.map(\.message).map { $0.contains("Add Hat failed: 4 attempts ") } == [true]
      )
      #expect(visit.issues.map(\.file) == ["CartUITests.swift"])
      #expect(visit.attachments == (1...4).flatMap { _ in ["screen.png", "elements.txt"] })
    }
  }

  @Test func `a crash in a step of a page is told from a flake by the hook of the test`() async {
    let visit = await Self.visit(signsInAtTap: 9, crashesAtTap: 1) { (test: UITests6.CartUITests) in
      test.launchWithRetries()
      _ = CurrentTest().autoRetrySucceeds(
        mainAction: test.app.buttons["Sign In"].tap,
        successCondition: { test.app.staticTexts["Hello, Ada"].exists },
        actionDescription: "Sign In Freely"
      )
    }
    #expect(visit.issues.count == 1)
    #expect(visit.issues.first?.message.contains("The app has crashed.") == true)
    #expect(visit.attachments == [])
  }

  @Test func `a hook on the main actor is called for pages there, and never elsewhere`() async {
    let visits = [
      await Self.visitLater(signsInAtTap: 1) { (test: UITests6.HookedUITests) in await test.testPage() },
      await Self.visitLater(signsInAtTap: 1) { (test: UITests5.HookedUITests) in await test.testPage() },
    ]
    for visit in visits {
      #expect(
        visit.issues.map(\.message).map { $0.prefix { $0 != "(" } } == [
          "failed - ♻️♻️♻️❌ [FAIL] Add Hat failed: 3 attempts ",
          "failed - ♻️♻️♻️❌ [FAIL] Elsewhere failed: 4 attempts ",
        ]
      )
    }
  }

  @Test func `a step at a path that is no literal is an issue of the running test there`() async {
    let visit = await Self.visit(signsInAtTap: 1) { (test: UITests6.CartUITests) in
      test.launchWithRetries()
      let file = "/src/\(["Caller"][0]).swift"
      withCallPlace(file: file, line: 12) { _ = UITests6.CartPage(app: test.app).addWithRetries("Hat") }
    }
    #expect(visit.issues.map(\.file) == ["Caller.swift"])
    #expect(visit.issues.map(\.line) == [12])
  }
}
