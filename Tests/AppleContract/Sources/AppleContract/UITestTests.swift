import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UITests5
@testable import UITests6

/// UI tests from the documentation, in both language modes, on a scripted application.
@Suite(.serialized) struct UITestTests {
  /// Shows the sign-in button and, after that many taps, the signed-in account.
  @MainActor static func shop(signsInAtTap needed: Int, crashesAtTap crash: Int = .max) -> FakeApplication {
    var taps = 0
    return FakeApplication(
      onLaunch: { $0.elements = ["Sign In"] },
      onTap: { app, label in
        switch label {
        case "Sign In":
          taps += 1
          if taps == crash {
            app.end()
          } else if taps == needed {
            app.elements.formUnion(["Hello, Ada", "Account", "Ada"])
          }
        case "Add Shoes": app.elements.insert("1 Shoes")
        default: break
        }
      }
    )
  }

  /// The results that XCTest has of a UI test, and the actions on the application.
  struct Visit: Sendable {
    let issues: [Report.Issue]
    let attachments: [String?]
    let outline: String
    let launches: Int
    /// The actions of the user.
    let events: [String]
    /// The time that the test took, by the clock of the application.
    let time: Duration
  }

  /// Runs a UI test on the main actor as XCTest does, outside the calling Swift Testing test.
  static func visit<TestCase: XCTestCase>(
    signsInAtTap needed: Int,
    crashesAtTap crash: Int = .max,
    _ test: @escaping @MainActor @Sendable (TestCase) -> Void
  ) async -> Visit {
    await Task.detached {
      await visit(shop(signsInAtTap: needed, crashesAtTap: crash), test, later: { _ in })
    }.value
  }

  /// Runs an asynchronous test method; the main thread is free while it is suspended.
  static func visitLater<TestCase: XCTestCase>(
    signsInAtTap needed: Int,
    crashesAtTap crash: Int = .max,
    _ test: @escaping @MainActor @Sendable (TestCase) async -> Void
  ) async -> Visit {
    await Task.detached {
      await visit(shop(signsInAtTap: needed, crashesAtTap: crash), nil, later: test)
    }.value
  }

  /// - Parameter world: The world of the steps; by default the real one, except for the log.
  @MainActor static func visit<TestCase: XCTestCase>(
    _ app: FakeApplication,
    in world: World? = nil,
    _ test: (@MainActor @Sendable (TestCase) -> Void)?,
    later: @MainActor @Sendable (TestCase) async -> Void
  ) async -> Visit {
    FakeApplication.current = app
    let log = ActivityLog(
      console: ConsoleLog(level: .all, write: { _ in }),
      environment: ["XCTestConfigurationFilePath": ""]
    )
    let testCase = TestCase(name: "-[UITests testScenario]") { testCase in
      MainActor.assumeIsolated {
        if let testCase = testCase as? TestCase { test?(testCase) }
      }
    }
    await Surroundings.$current.withValue(.with(world: world ?? .live(with: log))) {
      if test != nil { return testCase.run() }
      testCase.start()
      await later(testCase)
      testCase.finish()
    }
    return Visit(
      issues: testCase.issues.map(Report.Issue.init),
      attachments: testCase.attachments.map(\.name),
      outline: testCase.activities.map(\.description).joined(separator: "\n"),
      launches: app.launches,
      events: app.events,
      time: app.now
    )
  }

  @Test func `a sign-in that fails once recovers by a relaunch, with evidence of both attempts`() async {
    let visits = [
      await Self.visit(signsInAtTap: 2) { (test: UITests6.AccountUITests) in
        test.launchWithRetries()
        test.testAccountShowsTheName()
      },
      await Self.visit(signsInAtTap: 2) { (test: UITests5.AccountUITests) in
        test.launchWithRetries()
        test.testAccountShowsTheName()
      },
    ]
    for visit in visits {
      #expect(visit.issues == [])
      #expect(visit.launches == 2)
      #expect(visit.attachments == ["screen.png", "elements.txt", "screen.png", "elements.txt", "♻️ Sign In.jsonl"])
      #expect(visit.outline.contains("♻️♻️♻️✅ Sign In required 1 retry attempt before success."))
    }
  }

  @Test func `a crash is no flake: the step ends at once, at the line of the call`() async {
    let line = #line + 3
    let visit = await Self.visit(signsInAtTap: 2, crashesAtTap: 1) { (test: UITests6.AccountUITests) in
      test.launchWithRetries()
      test.signInWithRetries()
    }
    #expect(visit.launches == 1)
    #expect(visit.issues.map(\.line) == [line])
    #expect(visit.issues.first?.message.contains("The app has crashed.") == true)
  }

  @Test func `an assertion of an attempt is withheld on the main actor too`() async {
    let visit = await Self.visit(signsInAtTap: 1) { (test: UITests6.AccountUITests) in
      test.launchWithRetries()
      var attempts = 0
      test.autoRetry(
        mainAction: {
          attempts += 1
          XCTAssertTrue(attempts == 2)
        },
        successCondition: { true },
        actionDescription: "Look"
      )
    }
    #expect(visit.issues == [])
    #expect(visit.outline.contains("[WITHHELD: 0]"))
  }

  @Test func `a page object without a hook retries too`() async {
    let visit = await Self.visit(signsInAtTap: 1) { (test: UITests6.CartUITests) in
      test.launchWithRetries()
      test.testCartHasWhatWasAdded()
    }
    #expect(visit.issues == [])
    #expect(visit.outline.contains("Add Shoes"))
  }

  /// The policy of the class with the hook allows two retries, the default three.
  @Test(arguments: [(3, true), (4, false)])
  func `a main-actor class that is no RetryableUITestCase retries, with its own hook or without`(
    tap: Int,
    recovers: Bool
  ) async {
    let hooked = await Self.visit(signsInAtTap: tap) { (test: UITests6.HookedUITests) in
      test.app.launch()
      test.testSignIn()
    }
    let hookedLater = await Self.visitLater(signsInAtTap: tap) { (test: UITests5.HookedUITests) in
      test.app.launch()
      await test.testSignInLater()
    }
    let plain = await Self.visit(signsInAtTap: tap) { (test: UITests5.PlainUITests) in
      test.app.launch()
      test.testSignIn()
    }
    let plainLater = await Self.visitLater(signsInAtTap: tap) { (test: UITests6.PlainUITests) in
      test.app.launch()
      await test.testSignInLater()
    }
    #expect([hooked, hookedLater].map(\.issues.isEmpty) == [recovers, recovers])
    #expect([plain, plainLater].map(\.issues.isEmpty) == [true, true])
    #expect([plain, plainLater].map { "\($0.launches)" } == ["\(tap)", "\(tap)"])
  }

  @Test func `an asynchronous step calls the hook on the main actor, which sees the crash`() async {
    let visit = await Self.visitLater(signsInAtTap: 4, crashesAtTap: 2) { (test: UITests5.HookedUITests) in
      test.app.launch()
      await test.testSignInLater()
    }
    #expect(visit.issues.count == 1)
    #expect(visit.launches == 2)
  }
}
