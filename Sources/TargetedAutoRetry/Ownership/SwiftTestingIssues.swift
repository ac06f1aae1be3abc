internal import Foundation
internal import Testing

extension Issue {
  /// The issue as the issue-handling traits of the running test leave it; `nil` if one of them drops it.
  var handled: Issue? {
    if case .system = kind { return self }
    // A handler may record issues of its own.
    if Self.isBeingHandled { return self }
    let traits = Test.current?.traits.compactMap { $0 as? IssueHandlingTrait } ?? []
    return Self.$isBeingHandled.withValue(true) {
      // The innermost trait comes last, and is asked first.
      traits.reversed().reduce(self) { issue, trait in issue.flatMap(trait.handleIssue) }
    }
  }

  @TaskLocal private static var isBeingHandled = false

  /// Text of the author keeps its lines; any other description is put on one line.
  var message: String {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind, !comments.isEmpty { return comments.joined(separator: ": ") }
    let text =
      if case .errorCaught(let error) = kind { "Caught error: \(error.text)" } else { String(describing: kind) }
    return ([text] + comments).joined(separator: ": ").onOneLine
  }
}

extension TestIssue {
  init(_ message: String, at location: SourceLocation?) {
    self.init(message, path: location?.path, line: location?.line ?? 0) {
      Self.recordInSwiftTesting($0.message, at: location ?? #_sourceLocation)
    }
  }

  /// Swift Testing drops issues while it plans the run and in detached tasks, so the process fails as well.
  ///
  /// - Returns: `false` if the author expects the issue.
  @discardableResult
  static func recordInSwiftTesting(_ message: String, at location: SourceLocation) -> Bool {
    // An issue without a test may end the run.
    if isInTestOfSwiftTesting || mayLackTest {
      let issue = Issue.record(Comment(rawValue: message), sourceLocation: location)
      if !issue.failsTest { return false }
      // A trait that kept the assertion may drop its text.
      if beingRecorded?.outranksTraits == true, issue.handled?.failsTest != true { beingRecorded?.failProcess() }
    }
    beingRecorded?.noteDelivery()
    beingRecorded?.tellThatTestFailed()
    // An issue in the scope of a suite is in the result.
    if Test.Case.current == nil, Test.current?.isSuite != true, !Test.isInExitTest {
      TestIssue(message, path: location.path, line: location.line) { _ in }.failProcess()
    }
    return true
  }

  /// Whether Swift Testing has a test, or a matcher of this library, for an issue of the current code.
  static var isInTestOfSwiftTesting: Bool {
    Test.current != nil || Test.isInExitTest || StepEnvironment.current.isCarriedInSwiftTesting
  }

  /// Records the issue of an exit test on a thread of its own, where no `withKnownIssue` of the author can match it.
  func recordInParent() {
    let (comment, file) = (Comment(rawValue: message), path.lastPathComponent)
    let location = SourceLocation(fileID: "ExitTest/\(file)", filePath: path, line: max(line, 1), column: 1)
    let isRecorded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      Issue.record(comment, sourceLocation: location)
      isRecorded.signal()
    }
    isRecorded.wait()
  }
}

private let comment: Comment = "held back: recorded again only if it fails the test"

// Swift Testing hands the issues of the code to the matchers around it, the innermost first.
extension IssuePlace {
  func collectIssues(_ body: () -> Void) {
    withKnownIssue(comment, isIntermittent: true) {
      body()
    } matching: {
      $0.isKeptOut(by: self)
    }
  }

  func collectIssues(
    isolation: isolated (any Actor)?,
    at place: SourceLocation? = nil,
    _ body: () async -> Void
  ) async {
    await withKnownIssue(comment, isIntermittent: true, isolation: isolation, sourceLocation: place ?? #_sourceLocation)
    {
      await body()
    } matching: {
      $0.isKeptOut(by: self)
    }
  }
}

// Before Swift 6.4, Swift Testing drops an issue in a test of XCTest, and the test would pass.
extension TestRun {
  /// - Parameters:
  ///   - test: `nil` if nothing has revealed the test yet.
  ///   - callSite: The step, whose place stands for that of the issue if only `XCTFail` finds the test.
  static func adoptIssues(in test: TestRun?, ofStepAt callSite: CallSite? = nil, _ body: () -> Void) {
    #if compiler(>=6.4)
      body()
    #else
      withKnownIssue(comment, isIntermittent: true) {
        body()
      } matching: {
        adopt($0, in: test, callSite)
      }
    #endif
  }

  static func adoptIssues(
    in test: TestRun?,
    ofStepAt callSite: CallSite? = nil,
    isolation: isolated (any Actor)?,
    _ body: () async -> Void
  ) async {
    #if compiler(>=6.4)
      await body()
    #else
      await withKnownIssue(comment, isIntermittent: true, isolation: isolation) {
        await body()
      } matching: {
        adopt($0, in: test, callSite)
      }
    #endif
  }

  #if compiler(<6.4)
    /// Records the issue as if it were a failed assertion of XCTest.
    private static func adopt(_ issue: Issue, in test: TestRun?, _ callSite: CallSite?) -> Bool {
      guard issue.failsTest, Test.current == nil else { return false }
      let failure = TestIssue(issue.message, at: issue.sourceLocation)
      if let endedTest = test?.endedTest {
        failure.ofEndedTest(endedTest).failProcess()
      } else if let testCase = (test ?? current)?.testCase {
        testCase.record(failure)
      } else if test == nil, let callSite {
        let place = issue.sourceLocation.map(CallSite.location) ?? callSite
        _ = TestIssue.ofLibrary(issue.message, at: place, of: callSite).report()
      } else {
        return false
      }
      return true
    }
  #endif
}

// A thread or a detached task has no matchers, so those of the places are set again where they are carried to.
extension StepEnvironment {
  /// Whether the issues of code that this environment is carried to would reach no matcher.
  private var lacksMatchers: Bool {
    isOfSwiftTesting == true && Test.current == nil && !Self.current.isCarried
  }

  private var testOfXCTest: TestRun? { isOfSwiftTesting == false ? scope?.test ?? run : nil }

  /// Runs the closure as part of this environment, on any thread.
  func perform(_ body: () -> Void) {
    func carry() { Self.$current.withValue(carried, operation: body) }
    if let testOfXCTest { return TestRun.adoptIssues(in: testOfXCTest, carry) }
    Self.collect(lacksMatchers ? places[...] : [], carry)
  }

  func perform(isolation: isolated (any Actor)?, _ body: () async -> Void) async {
    func carry() async { await Self.$current.withValue(carried, operation: body, isolation: isolation) }
    if let testOfXCTest { return await TestRun.adoptIssues(in: testOfXCTest, isolation: isolation, carry) }
    await Self.collect(lacksMatchers ? places[...] : [], isolation: isolation, carry)
  }

  private static func collect(_ places: ArraySlice<any IssuePlace>, _ body: () -> Void) {
    guard let outermost = places.last else { return body() }
    outermost.collectIssues { collect(places.dropLast(), body) }
  }

  private static func collect(
    _ places: ArraySlice<any IssuePlace>,
    isolation: isolated (any Actor)?,
    _ body: () async -> Void
  ) async {
    guard let outermost = places.last else { return await body() }
    await outermost.collectIssues(isolation: isolation) {
      await collect(places.dropLast(), isolation: isolation, body)
    }
  }
}

#if compiler(>=6.3)
  extension TestIssue {
    static let mayLackTest = false

    static func warnInSwiftTesting(_ message: String, at location: SourceLocation) {
      Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: location)
    }
  }
#else
  extension TestIssue {
    /// No test is current while Swift Testing plans the run, and only it knows whether the author expects an issue.
    static let mayLackTest = true

    /// Swift Testing had no warnings before 6.3; a known issue does not fail the test either.
    static func warnInSwiftTesting(_ message: String, at location: SourceLocation) {
      withKnownIssue(sourceLocation: location) { Issue.record(Comment(rawValue: message), sourceLocation: location) }
    }
  }
#endif
