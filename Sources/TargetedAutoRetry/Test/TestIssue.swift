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
  let isExpected: Bool
  /// The failures of the step that this is the failure of, and of the steps inside it, the innermost first.
  let failures: [StepFailure]
  /// Whether it is the failure of a step, or an issue that a step had held back and now records.
  private(set) var isOwn = false
  /// Whether no attempt, flaky scope or `withKnownIssue` may keep it: a gate that was closed, or a misuse.
  let isUnconditional: Bool
  /// Whether it is in the result although it failed an attempt: nothing held it back.
  private(set) var isInResult = false
  /// Whether the test that it belongs to has ended.
  private var isOfEndedTest = false
  /// The attempts that it failed in, for an issue that a step had held back.
  private var note = ""
  /// The number of innermost attempts that it failed in; 0 if no step has counted them yet.
  private var count = 0
  /// Becomes true once it fails a test, or an enclosing attempt or run keeps it.
  private var isTaken = Locked(false)
  /// Hands it to the framework of the test.
  private let record: @Sendable (TestIssue) -> Void

  /// The issue that this library is handing to the framework of the test.
  @TaskLocal static var recorded: TestIssue?

  init(
    _ message: String,
    path: String?,
    line: Int,
    isExpected: Bool = true,
    isUnconditional: Bool = false,
    failures: [StepFailure] = [],
    record: @escaping @Sendable (TestIssue) -> Void
  ) {
    words = message
    self.path = path ?? Self.unknownPlace
    self.line = line
    self.isExpected = isExpected
    self.isUnconditional = isUnconditional
    self.failures = failures
    self.record = record
  }

  /// A failure that this library records at a call, with the framework of the running test.
  ///
  /// - Parameter call: The call of the step, if a helper passed in another place to fail at.
  static func own(
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

  /// An error, in the words of XCTest. Without a call it gets the place that XCTest gives to failures without one.
  static func thrown(_ error: any Error, at callSite: CallSite? = nil) -> TestIssue {
    let line = callSite.map { Int(clamping: $0.line) } ?? 0
    return TestIssue(thrownText(error), path: callSite?.path ?? "<EXPR>", line: line, isExpected: false) { _ in }
  }

  static func thrownText(_ error: any Error) -> String { "threw error \"\(error.text)\"" }

  private static let unknownPlace = "unknown place"

  var place: String { path == Self.unknownPlace ? path : path.place(line) }

  var message: String { words + note }

  var text: String { "\(place): \(trimmedWords)\(note)" }

  /// XCTest ends the message of an assertion without a text of its own in " - ".
  private var trimmedWords: String {
    String(words.onOneLine.reversed().drop { $0 == " " || $0 == "-" }.reversed())
  }

  /// What is recorded once: a line, or a step that failed; a text if the line is not known.
  fileprivate var key: String {
    let place = "\(path):\(line)"
    if let step = failures.last?.path.last { return "\(place) \(step)" }
    return line > 0 ? place : "\(place) \(trimmedWords)"
  }

  /// Whether the failure of an enclosing step can stand for it.
  var isFailureOfStep: Bool { !isInResult && !failures.isEmpty }

  var inResult: TestIssue { with { $0.isInResult = true } }

  func ofEndedTest(_ hasEnded: Bool) -> TestIssue { with { $0.isOfEndedTest = hasEnded } }

  private func with(_ change: (inout TestIssue) -> Void) -> TestIssue {
    var issue = self
    change(&issue)
    return issue
  }

  func take() { isTaken.withLock { $0 = true } }
}

extension TestIssue {
  /// Records the failure of a step with the framework of the running test.
  ///
  /// - Returns: `false` if the author expects it.
  func report() -> Bool { report(in: isOfEndedTest || Test.current != nil ? nil : .current) }

  /// Records the issue for what is around the step that it belongs to, or that held it back.
  ///
  /// In XCTest the test run decides about it first. In Swift Testing a `withKnownIssue` of the author may come first.
  ///
  /// - Returns: `false` if the author expects it: it fails no test, and nothing around keeps it.
  @discardableResult
  func report(in test: TestRun?) -> Bool {
    let issue = with { ($0.isOwn, $0.isTaken) = (true, Locked(false)) }
    if let test, test.testCase != nil, test.withholds, test.decide(about: issue) { return true }
    let failuresBefore = Self.failuresInXCTest
    Self.$recorded.withValue(issue) { record(issue) }
    let isInXCTest = Self.failuresInXCTest != failuresBefore
    if isInXCTest { issue.tellThatTestFailed() }
    return issue.isTaken.withLock { $0 } || isInXCTest
  }

  private func recordWithFramework(at callSite: CallSite, of call: CallSite?) {
    let isOutsideTests = TestRun.current == nil && !TestRun.mayBeUnseen
    if Test.current != nil || (isOutsideTests && Self.mayLackTest) {
      // A `withKnownIssue` around the step may have matched it, which is known only afterwards.
      if !Self.recordInSwiftTesting(message, at: callSite.sourceLocation), isUnconditional { failProcess() }
      return
    }
    // XCTest or Swift Testing 6.4 would give it to the test that runs now, or to none, which may end the run.
    if isOfEndedTest || isOutsideTests { return failProcess() }
    if needsTestCase(callSite), let testCase = TestRun.current?.testCase {
      return testCase.record(with { $0.words = "failed - \(words)" })
    }
    if let file = callSite.literalPath {
      XCTFail(message, file: file, line: callSite.line)
    } else if let call, let file = call.literalPath {
      // XCTest takes a path that is not a literal only from a test case.
      XCTFail("\(message) (at \(callSite.path):\(callSite.line))", file: file, line: call.line)
    }
    // On Linux the observer has seen the test case that failed, and XCTest drops a failure outside any.
    if TestRun.current == nil { failProcess() }
  }

  #if canImport(Darwin)
    /// XCTest finds the test itself, and takes a literal path.
    private func needsTestCase(_ callSite: CallSite) -> Bool { callSite.literalPath == nil }
  #else
    /// The test around a nested one is not the test case that XCTest knows.
    private func needsTestCase(_ callSite: CallSite) -> Bool { true }
  #endif

  /// Prints the failure immediately, because no running test can take it, and makes the process exit with an error.
  func failProcess() {
    Self.recorded?.take()
    ProcessEnd.fail("\(path):\(line): error: \(message) (no running test can take it, so the process ends red)")
  }

  /// The last step on each path is the one that failed.
  func tellThatTestFailed() {
    guard let step = failures.last?.path.last, !isUnconditional else { return }
    Dependencies.current.emit(RetryEvent(.testFailed(by: step), ofTest: TestRun.identity(of: nil)))
  }

  private static var failuresInXCTest: Int { TestRun.current?.failures ?? 0 }
}

extension XCTestCase {
  #if canImport(Darwin)
    func record(_ issue: TestIssue) {
      let location = XCTSourceCodeLocation(filePath: issue.path, lineNumber: issue.line)
      let context = XCTSourceCodeContext(location: location)
      let type: XCTIssue.IssueType = issue.isExpected ? .assertionFailure : .thrownError
      record(XCTIssue(type: type, compactDescription: issue.message, sourceCodeContext: context))
    }
  #else
    func record(_ issue: TestIssue) {
      recordFailure(
        withDescription: issue.message,
        inFile: issue.path,
        atLine: issue.line,
        expected: issue.isExpected
      )
    }
  #endif
}

extension [AttemptScope] {
  /// Hands out the distinct issues of the attempts of one step, each with the numbers of its attempts.
  func takeDistinct(ofAttempts attempts: Int) -> [TestIssue] {
    guard let step = first?.step.shortName else { return [] }
    let issues = flatMap { scope in scope.takeIssues().map { (issue: $0, number: scope.attempt.number) } }
    return issues.distinct("attempt", of: step, of: attempts)
  }
}

extension [(issue: TestIssue, number: Int)] {
  /// One issue for each failing line that is not in the result already: its first, with the attempts it failed in.
  func distinct(_ noun: String, of part: String, of count: Int) -> [TestIssue] {
    let inResult = Set(lazy.filter(\.issue.isInResult).map(\.issue.key))
    var all: [(issue: TestIssue, numbers: [Int])] = []
    var positions: [String: Int] = [:]
    for (issue, number) in self where !inResult.contains(issue.key) {
      if let position = positions[issue.key] {
        all[position].issue.add(issue)
        if all[position].numbers.last != number { all[position].numbers.append(number) }
      } else {
        positions[issue.key] = all.count
        all.append((issue, [number]))
      }
    }
    return all.map { issue, numbers in
      count == 1 ? issue : issue.noting("\(numbers.counted(noun)) of \(part)", numbers.count)
    }
  }
}

extension TestIssue {
  fileprivate mutating func add(_ other: TestIssue) { count += other.count }

  /// - Parameter attempts: The number of attempts that the note names. If inner steps have counted theirs, only the sum
  ///   of those is noted.
  fileprivate func noting(_ note: String, _ attempts: Int) -> TestIssue {
    with {
      $0.note = count > 0 ? " (\(count.counted("attempt")))" : " (\(note))"
      if count == 0 { $0.count = attempts }
    }
  }
}

extension [Int] {
  /// The noun with these numbers: `attempt 2`, `attempts 1, 2 and 4`; long lists are cut.
  func counted(_ noun: String) -> String {
    let most = 5
    var numbers = prefix(count > most ? most - 1 : most).map { "\($0)" }
    if count > most { numbers.append("\(count - most + 1) more") }
    guard let last = numbers.last, numbers.count > 1 else { return "\(noun) \(first ?? 0)" }
    return "\(noun)s \(numbers.dropLast().joined(separator: ", ")) and \(last)"
  }
}
