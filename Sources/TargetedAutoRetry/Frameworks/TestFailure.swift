internal import Foundation
internal import Testing
internal import XCTest

/// A failure for the running test, at the line of the author's call.
struct TestFailure: Sendable {
  let message: String
  let callSite: CallSite
  let kind: OwnFailure.Kind
  /// The message without measured times, with its place; nil if there are none.
  var key: String?
  var causes: [FailureCause] = []

  /// Records the failure with the framework of the running test; if no test can take it, the next one has it.
  func record() {
    OwnFailure.$current.withValue(OwnFailure(kind: kind, key: key, causes: causes)) {
      if Test.current != nil { return recordInSwiftTesting() }
      if recordInXCTest() { return }
      // From a detached thread of a Swift Testing test this fails the run; elsewhere it has no effect.
      recordAsIssue()
      FailuresOfNoTest.add("failed - \(message)", at: callSite.path, callSite.line)
    }
  }

  private func recordInSwiftTesting() {
    let isMatched = !recordAsIssue().failsTest
    guard kind == .gate, isMatched else { return }
    // A `withKnownIssue` around the step has matched it, which is known only afterwards. No scope and no test is around a
    // thread, and an issue there fails the run.
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      recordAsIssue()
      isOver.signal()
    }
    isOver.wait()
  }

  @discardableResult
  private func recordAsIssue() -> Issue {
    Issue.record(Comment(rawValue: message), sourceLocation: callSite.sourceLocation)
  }

  /// - Returns: True if a test case is known to run. XCTest on Linux drops a failure outside of any.
  private func recordInXCTest() -> Bool {
    if needsTestCase, let running = RunningTestCase.current {
      running.testCase.record("failed - \(message)", at: callSite.path, callSite.line)
      return true
    }
    fail()
    // On Linux the observer has seen the test case that has failed.
    return RunningTestCase.current != nil
  }

  /// Records the failure with XCTest, which takes a path that is not a literal only from a test case.
  private func fail() {
    if let file = callSite.literalPath { return XCTFail(message, file: file, line: callSite.line) }
    XCTFail("\(message) (at \(callSite.path):\(callSite.line))", file: callSite.ownFile, line: callSite.ownLine)
  }
}

/// A failure that this library is about to record: its owner is around its step or scope, and no other open attempt.
struct OwnFailure: Sendable {
  enum Kind: Equatable, Sendable {
    /// A failure of a step or of a scope, or a withheld issue that is reported after all.
    case failure
    /// A report of a recovered step or of a misuse.
    ///
    /// It measures and does not disturb: it is never withheld, and nothing is retried or run again for it.
    case gate
  }

  var kind = Kind.failure
  let key: String?
  var causes: [FailureCause] = []

  @TaskLocal static var current: OwnFailure?
}

/// A cause of a step's failure, for the failure of the outermost step around.
struct FailureCause: Hashable, Sendable {
  let text: String
  let key: String
  /// The steps from the innermost out, such as `Sign In (LoginTests.swift:12)`.
  var wayOut: [String] = []

  static func == (one: FailureCause, other: FailureCause) -> Bool { (one.key, one.wayOut) == (other.key, other.wayOut) }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension [FailureCause] {
  var distinct: [FailureCause] {
    var known: Set<FailureCause> = []
    return filter { known.insert($0).inserted }
  }
}

extension CallSite {
  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: resolvedFileID,
      filePath: path,
      // Swift Testing traps on a line or a column below 1.
      line: Int(clamping: max(line, 1)),
      column: Int(clamping: resolvedColumn)
    )
  }
}

/// The failures that no test could take: in `class func setUp` and `tearDown`, and in code after its test.
///
/// The next test of XCTest has them. If none follows, the process ends red.
enum FailuresOfNoTest {
  private struct Failure {
    let description: String
    let path: String
    let line: UInt

    func text(_ note: String) -> String { "\(path):\(line): error: \(description) (\(note))" }
  }

  private static let failures = Locked<[Failure]>([])
  private static let isRegistered = Once()

  static func add(_ description: String, at path: String, _ line: UInt) {
    let failure = Failure(description: description, path: path, line: line)
    StandardStream.error(failure.text("no test can take it here, so the next one fails, or the process"))
    failures.withLock { $0.append(failure) }
    RunningTestCase.watch()
    if isRegistered.claim() {
      atexit {
        FailuresOfNoTest.endProcess(
          with: FailuresOfNoTest.take().map { $0.text("no test came after it, so the process fails") }
        )
      }
    }
  }

  static func hand(to testCase: XCTestCase) {
    for failure in take() { testCase.record(failure.description, at: failure.path, failure.line) }
  }

  /// Fails the process in an exit handler, if a failure is left.
  ///
  /// Handlers that were registered before do not run, because a handler cannot change the status of `exit`.
  static func endProcess(with failures: [String]) {
    if failures.isEmpty { return }
    failures.forEach(StandardStream.error)
    fflush(nil)
    _exit(EXIT_FAILURE)
  }

  private static func take() -> [Failure] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }
}

#if canImport(Darwin)
  extension XCTestCase {
    func record(_ description: String, at path: String, _ line: UInt) {
      let location = XCTSourceCodeLocation(filePath: path, lineNumber: Int(clamping: line))
      record(
        XCTIssue(
          type: .assertionFailure,
          compactDescription: description,
          sourceCodeContext: XCTSourceCodeContext(location: location)
        )
      )
    }
  }

  extension TestFailure {
    /// XCTest finds the test itself, and takes a literal path.
    fileprivate var needsTestCase: Bool { callSite.literalPath == nil }
  }
#else
  extension XCTestCase {
    func record(_ description: String, at path: String, _ line: UInt) {
      recordFailure(withDescription: description, inFile: path, atLine: Int(clamping: line), expected: true)
    }
  }

  extension TestFailure {
    /// True: the test around a nested one is not the test case that XCTest knows.
    fileprivate var needsTestCase: Bool { true }
  }
#endif

#if compiler(>=6.3)
  extension Issue {
    var failsTest: Bool { isFailure }
  }
#else
  extension Issue {
    /// True if the issue fails its test unless it is withheld; only reflection tells that somebody has matched it.
    var failsTest: Bool {
      let match = Mirror(reflecting: self).descendant("knownIssueContext")
      return match.map { "\($0)" == "nil" } ?? true
    }
  }
#endif
