#if os(Linux)
  import Foundation
  import TargetedAutoRetry
  import Testing
  import XCTest

  /// Expectations of Swift Testing in tests of XCTest.
  final class InteropFixture: RetryableTestCase {
    override class func setUp() { Interop.begin() }

    func testRecovers() { step { Interop.expect(RetryAttempt.current?.number == 2) } }

    func testIsExhausted() { step(retries: 1, failsTest: false) { Interop.expect(false) } }

    func testOutside() { Interop.expect(false) }

    func testRequirement() throws {
      try autoRetry("Action") {
        print("> attempt")
        _ = try #require(RetryAttempt.current?.number == 2 ? 1 : nil)
      }
    }

    func testChildTask() async {
      await autoRetry("Action") {
        await Task { Interop.expect(RetryAttempt.current?.number == 2) }.value
      }
    }

    func testCarriedTask() async {
      await autoRetry("Action") {
        let scope = RetryScope.current
        await Task.detached {
          await scope.perform {
            await Task.yield()
            Interop.expect(RetryAttempt.current?.number == 2)
          }
        }.value
      }
    }

    func testKnownIssue() { step { withKnownIssue { Interop.expect(false) } } }

    func testWarning() {
      step {
        print("> attempt")
        #if compiler(>=6.3)
          Issue.record("slow", severity: .warning)
        #endif
      }
    }

    /// The step leaves the matchers of the test.
    func testOnThread() {
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        CurrentTest().autoRetry("Action") { Interop.expect(RetryAttempt.current?.number == 2) }
        isDone.signal()
      }
      isDone.wait()
    }

    func testOnThreadInStep() { step(retries: 0) { testOnThread() } }

    func testInDetachedTask() async {
      await Task.detached {
        await CurrentTest().autoRetry("Action") {
          await Task.yield()
          Interop.expect(RetryAttempt.current?.number == 2)
        }
      }.value
    }

    func testTeardown() { addTeardownBlock { Interop.expect(false) } }
  }

  /// A test case that cannot hold anything back.
  final class InteropPlainFixture: XCTestCase, TargetedAutoRetry {
    override class func setUp() { Interop.begin() }

    func testInStep() { autoRetry("Action") { Interop.expect(RetryAttempt.current?.number == 2) } }

    /// Swift Testing drops the issue, as it does without the library.
    func testAfterStep() {
      autoRetry("Action") {}
      Interop.expect(false)
    }

    func testInAsyncStep() async {
      await autoRetry("Action") {
        await Task.yield()
        Interop.expect(RetryAttempt.current?.number == 2)
      }
    }
  }

  /// Nothing reveals the test before its only step.
  final class InteropUnknownFixture: XCTestCase {
    override class func setUp() { Interop.begin() }

    func testStep() { CurrentTest().autoRetry("Action", retryAttempts: 0) { Interop.expect(false) } }

    func testAsyncStep() async {
      await CurrentTest().autoRetry("Action", retryAttempts: 0) {
        await Task.yield()
        Interop.expect(false)
      }
    }

    func testTwice() {
      CurrentTest().autoRetry("Action", retryAttempts: 0) {
        Interop.expect(false)
        Interop.expect(false)
      }
    }
  }

  /// The same without the library.
  final class PlainInteropFixture: XCTestCase {
    override class func setUp() { Interop.begin() }

    func testOutside() { Interop.expect(false) }
  }

  #if compiler(>=6.3)
    /// Assertions of XCTest in tests of Swift Testing.
    @Suite struct InteropSuiteFixture: TargetedAutoRetry {
      @Test func recovers() { step { Interop.assert(RetryAttempt.current?.number == 2) } }

      @Test func isExhausted() { step(retries: 1, failsTest: false) { Interop.assert(false) } }
    }

    /// The same without the library.
    @Suite struct PlainInteropSuiteFixture {
      @Test func outside() { Interop.assert(false) }
    }
  #endif

  /// Each framework as in Swift 6.4, in a toolchain that has the way between them but does not use it.
  enum Interop {
    private static let mode = ProcessInfo.processInfo.environment["SWIFT_TESTING_XCTEST_INTEROP_MODE"] ?? "limited"

    static func expect(_ isMet: Bool) {
      print("> attempt")
      #expect(isMet)  // interop expectation
    }

    static func assert(_ isMet: Bool) {
      print("> attempt")
      assertTrue(isMet)  // interop assertion
    }
  }

  // The way from Swift Testing to XCTest.
  extension Interop {
    private typealias Handler = @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer, Int, UnsafeRawPointer?) -> Void

    /// Opens the way, unless the toolchain has done so or has none; Swift Testing checks for it at its first issue.
    static func begin() {
      guard let address = dlsym(dlopen(nil, RTLD_NOW), "_swift_testing_installFallbackEventHandler") else { return }
      XCTestObservationCenter.shared.addTestObserver(observer)
      let install = unsafeBitCast(address, to: (@convention(c) (Handler) -> CBool).self)
      _ = install { _, json, count, _ in Interop.failTestCase(Data(bytes: json, count: count)) }
    }

    /// Asks neither if the issue is known nor how severe it is.
    private static func failTestCase(_ json: Data) {
      guard mode != "none", let row = try? JSONDecoder().decode(Row.self, from: json),
        let place = row.payload.issue?.sourceLocation
      else { return }
      let text = row.payload.messages.map(\.text).joined(separator: ": ")
      observer.testCase?.recordFailure(
        withDescription: text,
        inFile: place.filePath,
        atLine: place.line,
        expected: true
      )
    }

    private struct Row: Decodable {
      struct Payload: Decodable {
        let issue: Issue?
        let messages: [Message]
      }
      struct Issue: Decodable { let sourceLocation: Place? }
      struct Place: Decodable {
        let filePath: String
        let line: Int
      }
      struct Message: Decodable { let text: String }
      let payload: Payload
    }

    private nonisolated(unsafe) static let observer = Observer()

    /// Knows the test case that XCTest runs.
    private final class Observer: NSObject, XCTestObservation {
      private(set) weak var testCase: XCTestCase?

      func testCaseWillStart(_ testCase: XCTestCase) { self.testCase = testCase }

      func testCaseDidFinish(_ testCase: XCTestCase) { self.testCase = nil }
    }
  }

  extension Interop {
    #if compiler(>=6.4)
      private static func assertTrue(_ isMet: Bool, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertTrue(isMet, file: file, line: line)
      }
    #elseif compiler(>=6.3)
      private static func assertTrue(_ isMet: Bool, at place: SourceLocation = #_sourceLocation) {
        if isMet || mode == "none" { return }
        Issue.record(severity: mode == "limited" ? .warning : .error, sourceLocation: place)
        if mode == "strict" { fatalError("an assertion of XCTest") }
        Issue.record("use #expect", severity: .warning, sourceLocation: place)
      }
    #else
      private static func assertTrue(_ isMet: Bool) {}
    #endif
  }
#endif
