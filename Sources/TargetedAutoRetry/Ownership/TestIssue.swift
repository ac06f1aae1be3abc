internal import Foundation
internal import Testing
internal import XCTest

/// An issue on its way to the result of a test: of the author's code, of a step, or of this library itself.
struct TestIssue: Sendable {
  private var words: String
  /// The path of the file, or what the framework says instead.
  let path: String
  let line: Int
  /// Whether it is an assertion; otherwise it is a thrown error or a misuse of XCTest.
  let isAssertion: Bool
  /// If it is the failure of a step: the failures of that step and of its inner steps, the innermost first.
  let failures: [StepFailure]
  /// Whether a step hands it on: its own failure, or an issue that it held back.
  ///
  /// It is known once the issue is reported, or the enclosing attempt keeps it.
  private(set) var isFromStep = false
  /// Whether no place and no `withKnownIssue` may keep it: the failure of a gate, or a misuse.
  let isUnconditional: Bool
  /// Whether it is in the result although it failed an attempt: nothing held it back.
  private(set) var isInResult = false
  /// The test that it belongs to, if that has ended; empty if only that is known.
  private var endedTest: String?
  /// Names the attempts that it failed in, if a step had held it back.
  fileprivate var note = ""
  /// The number of innermost attempts that it failed in; 0 if no step has counted them yet.
  fileprivate var count = 0
  /// Becomes true once the issue fails a test, or an enclosing attempt or run keeps it.
  ///
  /// Copies of the issue share it, so that whoever records the issue learns what became of it.
  private var isDelivered = Locked(false)
  private let record: @Sendable (TestIssue) -> Void

  /// The issue that this library is handing to the test framework.
  @TaskLocal static var beingRecorded: TestIssue?

  init(
    _ message: String,
    path: String?,
    line: Int,
    isAssertion: Bool = true,
    isUnconditional: Bool = false,
    failures: [StepFailure] = [],
    record: @escaping @Sendable (TestIssue) -> Void
  ) {
    words = message
    self.path = path ?? Self.unknownPlace
    self.line = line
    self.isAssertion = isAssertion
    self.isUnconditional = isUnconditional
    self.failures = failures
    self.record = record
  }

  /// - Parameter call: The call of the step, if a helper passed in another place to report the failure at.
  static func ofLibrary(
    _ message: String,
    at callSite: CallSite,
    of call: CallSite? = nil,
    isUnconditional: Bool = false,
    failures: [StepFailure] = []
  ) -> TestIssue {
    let line = Int(clamping: callSite.line)
    return TestIssue(message, path: callSite.path, line: line, isUnconditional: isUnconditional, failures: failures) {
      $0.recordWithFramework(at: callSite, of: call)
    }
  }

  /// Without a call site, it gets the place that XCTest gives to failures without one.
  static func thrown(_ error: any Error, at callSite: CallSite? = nil, note: String = "") -> TestIssue {
    let line = callSite.map { Int(clamping: $0.line) } ?? 0
    let path = callSite?.path ?? "<EXPR>"
    return TestIssue("threw error \"\(error.text)\"\(note)", path: path, line: line, isAssertion: false) { _ in }
  }

  private static let unknownPlace = "unknown place"

  var place: String { path == Self.unknownPlace ? path : path.place(line) }

  var message: String { words.adding(note) }

  var text: String { "\(place): \(trimmedWords)\(note)" }

  private var trimmedWords: String {
    String(words.onOneLine.reversed().drop { $0 == " " || $0 == "-" }.reversed())
  }

  /// Issues with the same key are recorded once: a line, or a failed step, or a text if the line is not known.
  var key: String {
    let place = "\(path):\(line)"
    if let step = failures.last?.path.last { return "\(place) \(step)" }
    return line > 0 ? place : "\(place) \(trimmedWords)"
  }

  /// Whether no issue-handling trait may drop it: the traits kept it when it was first recorded, or it is unconditional.
  var outranksTraits: Bool { isUnconditional || (isFromStep && failures.isEmpty) }

  /// Whether the failure of an enclosing step can report it instead.
  var isFailureOfStep: Bool { !isInResult && !failures.isEmpty }

  var inResult: TestIssue { with { $0.isInResult = true } }

  /// The issue for an enclosing attempt, whose cause names the inner step that failed by it.
  var ofInnerStep: TestIssue { with { $0.isFromStep = true } }

  func ofEndedTest(_ name: String?) -> TestIssue { with { $0.endedTest = name } }

  private func with(_ change: (inout TestIssue) -> Void) -> TestIssue {
    var issue = self
    change(&issue)
    return issue
  }

  func noteDelivery() { isDelivered.withLock { $0 = true } }
}

extension TestIssue {
  func report() -> Bool { report(in: endedTest != nil || Test.current != nil ? nil : .current) }

  /// - Returns: `false` if the author expects it, so that it does not fail the test and no enclosing scope keeps it.
  @discardableResult
  func report(in test: TestRun?) -> Bool {
    let issue = with { ($0.isFromStep, $0.isDelivered) = (true, Locked(false)) }
    // XCTest would only ask the override of a base class. Swift Testing asks the matchers around this code.
    if let test, test.testCase != nil, test.withholds, test.keepOut(issue) { return true }
    let failuresBefore = Self.failuresInXCTest
    Self.$beingRecorded.withValue(issue) { record(issue) }
    let isInXCTest = Self.failuresInXCTest != failuresBefore
    if isInXCTest { issue.tellThatTestFailed() }
    return issue.isDelivered.withLock { $0 } || isInXCTest
  }

  private func recordWithFramework(at callSite: CallSite, of call: CallSite?) {
    let isOutsideTests = TestRun.current == nil && !TestRun.mayBeUnseen
    if Self.isInTestOfSwiftTesting || (isOutsideTests && Self.mayLackTest) {
      // Only recording it tells whether a `withKnownIssue` around the step matches it.
      if !Self.recordInSwiftTesting(message, at: callSite.sourceLocation), isUnconditional { failProcess() }
      return
    }
    // XCTest or Swift Testing 6.4 would give it to the test that runs now, or to none, which may end the run.
    if endedTest != nil || isOutsideTests { return failProcess() }
    if needsTestCase(callSite), let testCase = TestRun.current?.testCase {
      return testCase.record(with { $0.words = "failed - \(words)" })
    }
    if let file = callSite.literalPath {
      XCTFail(message, file: file, line: callSite.line)
    } else if let call, let file = call.literalPath {
      // `XCTFail` needs a literal path; only a test case accepts any other.
      XCTFail("\(message) (at \(callSite.path):\(callSite.line))", file: file, line: call.line)
    }
    // XCTest drops a failure outside any test case. On Linux, the observer has seen the test case that failed.
    if TestRun.current == nil { failProcess() }
  }

  #if canImport(Darwin)
    /// With a literal path, `XCTFail` finds the test by itself.
    private func needsTestCase(_ callSite: CallSite) -> Bool { callSite.literalPath == nil }
  #else
    /// Once a test has run another one, `XCTFail` no longer finds the outer test.
    private func needsTestCase(_ callSite: CallSite) -> Bool { true }
  #endif

  func failProcess() {
    Self.beingRecorded?.noteDelivery()
    // The test around an exit test may expect its child to fail, but does not expect an issue of the child.
    if Test.isInExitTest { recordInParent() }
    let owner = endedTest.map { $0.isEmpty ? "" : " (of \($0), which had ended)" } ?? ""
    let example = Test.isOnlyFramework && endedTest == nil ? ", as from a detached task, a thread or a trait" : ""
    tellThatTestFailed()
    ProcessEnd.fail(
      "\(path):\(line): error: \(message)\(owner) (in no test's result\(example), so the process exits with an error)"
    )
  }

  /// The last step of a path is the outermost, which is the one that failed.
  func tellThatTestFailed() {
    guard let step = failures.last?.path.last, !isUnconditional else { return }
    Dependencies.current.emit(RetryEvent(.testFailed(by: step), ofTest: TestRun.identity(of: nil)))
  }

  private static var failuresInXCTest: Int { TestRun.current?.failures ?? 0 }
}

extension [AttemptScope] {
  /// - Parameter attempts: The number of attempts of the step; `nil` if it has not finished.
  func takeIssuesByLine(ofAttempts attempts: Int? = nil) -> [TestIssue] {
    let issues = flatMap { scope in
      scope.takeIssues().map { (issue: $0, number: scope.attempt.number, part: scope.step.shortName) }
    }
    return issues.byLine("attempt", of: attempts)
  }
}

extension [(issue: TestIssue, number: Int, part: String)] {
  /// One issue for each failing line that is not in the result already: its first, with the attempts it failed in.
  func byLine(_ noun: String, of count: Int?) -> [TestIssue] {
    let inResult = Set(lazy.filter(\.issue.isInResult).map(\.issue.key))
    var all: [(issue: TestIssue, numbers: [Int], part: String)] = []
    for (issue, number, part) in self where !inResult.contains(issue.key) {
      if let position = all.firstIndex(where: { $0.issue.key == issue.key }) {
        all[position].issue.count += issue.count
        if all[position].numbers.last != number { all[position].numbers.append(number) }
      } else {
        all.append((issue, [number], part))
      }
    }
    if count == 1 { return all.map(\.issue) }
    return all.map { issue, numbers, part in
      var issue = issue
      // If inner steps have counted their attempts, the note names that number.
      issue.note = issue.count > 0 ? " (\(issue.count.counted("attempt")))" : " (\(numbers.counted(noun)) of \(part))"
      if issue.count == 0 { issue.count = numbers.count }
      return issue
    }
  }
}
