import Foundation

/// A test case that runs a closure as its test.
open class XCTestCase: NSObject {
  public let name: String
  public private(set) var testRun: XCTestRun?
  /// All issues that reached XCTest itself.
  public private(set) var issues: [XCTIssue] = []
  public private(set) var attachments: [XCTAttachment] = []
  /// The top-level activities of the test.
  public internal(set) var activities: [Activity] = []
  /// The handlers of alerts in the way of a tap.
  @MainActor var monitors: [(token: NSObject, handler: @MainActor (XCUIElement) -> Bool)] = []
  private let issueLock = NSLock()
  private let test: (XCTestCase) throws -> Void

  public nonisolated(unsafe) static var current: XCTestCase?

  public required init(name: String, test: @escaping (XCTestCase) throws -> Void) {
    self.name = name
    self.test = test
  }

  open var continueAfterFailure = true

  open func setUp() async throws {}
  open func setUpWithError() throws {}

  open func record(_ issue: XCTIssue) {
    issueLock.withLock { issues.append(issue) }
    testRun?.totalFailureCount += 1
  }

  open func add(_ attachment: XCTAttachment) {
    issueLock.withLock { attachments.append(attachment) }
  }

  open func invokeTest() {
    do {
      try test(self)
    } catch is XCTSkip {
      testRun?.hasBeenSkipped = true
    } catch {
      record(
        XCTIssue(type: .thrownError, compactDescription: "threw error \"\(error)\"", associatedError: error)
      )
    }
  }

  @MainActor public func run() {
    start()
    invokeTest()
    finish()
  }

  /// The part of a run before the test; separate, for asynchronous tests.
  @MainActor public func start() {
    let run = XCTestRun()
    testRun = run
    XCTestCase.current = self
    run.start()
    XCTestObservationCenter.shared.observers.forEach { $0.testCaseWillStart(self) }
  }

  @MainActor public func finish() {
    testRun?.stop()
    XCTestObservationCenter.shared.observers.forEach { $0.testCaseDidFinish(self) }
    XCTestCase.current = nil
  }
}

public final class XCTestRun: NSObject {
  public private(set) var startDate: Date?
  public private(set) var stopDate: Date?
  public fileprivate(set) var totalFailureCount = 0
  public fileprivate(set) var hasBeenSkipped = false

  func start() { startDate = Date() }
  func stop() { stopDate = Date() }
}
