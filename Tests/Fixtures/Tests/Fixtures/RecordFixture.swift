import Foundation
import TargetedAutoRetry
import Testing
import XCTest

/// Steps whose records the parent process reads.
final class RecordFixture: RetryableTestCase {
  override func setUpWithError() throws {
    // A child process inherits the blocked signals of its parent.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  func testTwoThousandSteps() {
    for _ in 0..<2_000 {
      step("Launch")
    }
  }

  func testRetriesUntilItIsKilled() {
    step("Launch", retries: .max, until: { false })
  }

  /// The child continues with the memory of its parent.
  func testForks() {
    step("Before")
    let child = fork()
    step(child == 0 ? "In child" : "In parent")
    if child == 0 { _exit(0) }
    waitpid(child, nil, 0)
    step("After")
  }

  func testHangs() {
    step("Connect") { Thread.sleep(forTimeInterval: 60) }
  }

  func testRecovers() {
    step("Sign In", until: { RetryAttempt.current?.number == 2 }, reset: {})  // recovers
  }

  func testChangesTheWorkingDirectory() {
    step("Before")
    XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath("/"))
    step("After")
  }

  func testUsesUpDescriptors() {
    for name in ["Before", "Still before", "After", "Before", "At last"] {
      if name.hasSuffix("efore") { limit(RLIMIT_NOFILE, to: 0) }
      step(name)
      limit(RLIMIT_NOFILE, to: nil)
    }
  }

  func testFillsTheFolder() throws { try fill(room: 20) }

  func testFillsTheFolderToTheByte() throws { try fill(room: 0) }

  func testFillsTheFolderTwice() throws {
    try fill(room: 20)
    limit(RLIMIT_FSIZE, to: nil)
    try fill(room: 0)
  }

  /// Leaves room for some bytes in the file of the records.
  private func fill(room: Int) throws {
    step("Before")
    let folder = URL(fileURLWithPath: try XCTUnwrap(ProcessInfo.processInfo.environment["AUTO_RETRY_REPORT"]))
    let file = try XCTUnwrap(
      FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey]).first
    )
    let size = try XCTUnwrap(file.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    limit(RLIMIT_FSIZE, to: size + room)
    for _ in 1...3 { step("After") }
  }

  private func limit(_ resource: __rlimit_resource, to most: Int?) {
    signal(SIGXFSZ, SIG_IGN)
    let resource = __rlimit_resource_t(resource.rawValue)
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = most.map(rlim_t.init) ?? limit.rlim_max
    setrlimit(resource, &limit)
  }

  func testExits() {
    step("Before")
    step("Outer") { step("Exit") { exit(0) } }
  }

  func testEndsBesideAStep() {
    beginNeighbor()
    step("After")
  }

  func testPassesOnSecondRun() {
    flaky(.notFixable(reason: "slow map", maxRetryCount: 2, bug: "https://bugs.example/17", expires: "2999-12-31")) {
      XCTAssertEqual(retryCount, 1)
    }
  }

  func testFailsInEachRun() {
    flaky(.fixable(reason: "slow map")) { XCTFail("no map") }
  }

  func testPassesInFlakyScope() {
    flaky(.fixable(reason: "slow map")) {}
  }

  func testFailsInExpiredScope() {
    flaky(.fixable(reason: "slow map", expires: "2020-01-01")) { XCTFail("no map") }
  }

  func testSkipsInFlakyScope() throws {
    try flaky(.fixable(reason: "slow map")) { throw XCTSkip() }
  }

  func testFailsOutsideOfFlakyScope() {
    flaky(.fixable(reason: "slow map")) { if retryCount == 0 { XCTFail("no map") } }
    if retryCount == 1 { XCTFail("no menu") }
  }
}

/// Swift does not offer it, because few functions are safe in the child of a process with threads.
@_silgen_name("fork") private func fork() -> Int32

/// Begins a step on a thread that outlives the tests.
private func beginNeighbor() {
  let hasBegun = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    PageObject().step("Poll") {
      hasBegun.signal()
      Thread.sleep(forTimeInterval: 60)
    }
  }
  hasBegun.wait()
}

/// No code of the library has run before the first step.
final class PlainRecordFixture: FixtureTestCase {
  func testChangesTheWorkingDirectoryBeforeTheFirstStep() {
    XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(NSTemporaryDirectory()))
    step("After")
  }
}

@Suite struct RecordSuiteFixture: TargetedAutoRetry {
  private static let start = DispatchSemaphore(value: 0)
  private static let isDone = DispatchSemaphore(value: 0)

  /// A thread of the first run, which carries its scope, fails during the second.
  @Test(.flaky(.notFixable(reason: "slow map"))) func failsByEarlierRun() {
    if FlakyTrait.retryCount > 0 {
      Self.start.signal()
      return Self.isDone.wait()
    }
    let scope = RetryScope.current
    Thread.detachNewThread {
      Self.start.wait()
      scope.perform { _ = Issue.record("late") }
      Self.isDone.signal()
    }
    Issue.record("planned")
  }

  func collectEvidence(of attempt: AttemptEvidence) {
    guard attempt.actionDescription == "Show", attempt.failure != nil else { return }
    attempt.attach("picture", named: "../screen 1.png")
  }

  @Test func attaches() {
    step("Show", until: { RetryAttempt.current?.number == 2 })
  }

  @Test(arguments: ["shoes"])
  func recovers(query: String) {
    step(query, until: { RetryAttempt.current?.number == 2 })  // recovers in Swift Testing
  }

  @Test func recoversQuietly() {
    step(policy: RetryPolicy(reportsRecovery: false), until: { RetryAttempt.current?.number == 2 })
  }

  @Test func recoversInsideAnAttempt() {
    let retries = step { recovers(query: "socks") }
    #expect(retries == 0)
  }

  @Test func exits() {
    step("Before")
    step("Outer") { step("Exit") { exit(0) } }
  }

  @Test func endsBesideAStep() {
    beginNeighbor()
    step("After")
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func passesOnSecondRun() {
    #expect(FlakyTrait.retryCount == 1)
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func isCanceled() throws {
    withUnsafeCurrentTask { $0?.cancel() }
    try Task.checkCancellation()
  }

  @Test(.flaky(.fixable(reason: "slow map", expires: "2020-01-01")))
  func failsWithExpiredTrait() {
    Issue.record("no map")
  }
}
