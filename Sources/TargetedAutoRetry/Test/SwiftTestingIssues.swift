internal import Testing

extension Issue {
  /// True if the place keeps the issue out of the result; Swift Testing goes through the places from the innermost out.
  func decide(for place: IssuePlace) -> Bool {
    let environment = StepEnvironment.current
    let places = environment.places()
    let issue = TestIssue.recorded ?? TestIssue(message, at: sourceLocation)
    // An issue that this library records has only words, so it can be recorded again as it was. Outside of tests only an
    // issue that is recorded again is not lost.
    let canBeReplayed = issue.isOwn || Test.Case.current == nil
    let origin = IssueOrigin(of: issue, environment, places, canBeReplayed: canBeReplayed, failsTest: failsTest)
    let owner = IssueOwner(of: origin)
    if owner == .unaffected { return false }
    guard let index = places.firstIndex(where: { $0.id == place.id }) else {
      place.fail(with: issue, isItsOwn: false)
      return false
    }
    if owner == .place(index) { return places[index].keep(issue) }
    if index == 0, case .test(let reason?) = owner {
      Dependencies.current.emitNotWithheld(issue.text, reason, in: TestRun.identity(of: nil))
    }
    places[index].fail(with: issue, isItsOwn: origin.isPassedOn(by: index))
    return false
  }

  /// The description of the issue, with the comments of the test's author; lines only if it has nothing but words.
  fileprivate var message: String {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind, !comments.isEmpty { return comments.joined(separator: ": ") }
    let text =
      if case .errorCaught(let error) = kind { "Caught error: \(error.text)" } else { String(describing: kind) }
    return ([text] + comments).joined(separator: ": ").onOneLine
  }
}

extension TestIssue {
  fileprivate init(_ message: String, at location: SourceLocation?) {
    self.init(message, path: location?.path, line: location?.line ?? 0) {
      Self.recordInSwiftTesting($0.message, at: location ?? #_sourceLocation)
    }
  }

  /// Records an issue of Swift Testing, which drops it while it makes its plan, and knows no test of a detached task.
  ///
  /// - Returns: False if the author expects it.
  @discardableResult
  static func recordInSwiftTesting(_ message: String, at location: SourceLocation) -> Bool {
    // An issue without a test may end the run.
    let hasTest = Test.current != nil || mayLackTest
    if hasTest, !Issue.record(Comment(rawValue: message), sourceLocation: location).failsTest { return false }
    recorded?.take()
    recorded?.tellThatTestFailed()
    if Test.Case.current == nil { TestIssue(message, path: location.path, line: location.line) { _ in }.failProcess() }
    return true
  }
}

extension AttemptScope {
  private static let comment: Comment = "withheld: an attempt failed by it; what fails the test is recorded again"

  /// Runs an attempt and keeps its issues out of the result of Swift Testing.
  func collect(_ body: () -> Void) {
    guard step.isInSwiftTesting, withholds else { return body() }
    withKnownIssue(Self.comment, isIntermittent: true) {
      body()
    } matching: {
      $0.decide(for: .attempt(self))
    }
  }

  /// The asynchronous twin of ``collect(_:)``.
  func collect(isolation: isolated (any Actor)?, _ body: () async -> Void) async {
    guard step.isInSwiftTesting, withholds else { return await body() }
    await withKnownIssue(Self.comment, isIntermittent: true, isolation: isolation) {
      await body()
    } matching: {
      $0.decide(for: .attempt(self))
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

  extension Issue {
    var failsTest: Bool { isFailure }
  }

  extension SourceLocation {
    var path: String { filePath }
  }
#else
  extension TestIssue {
    /// True: no test is current while Swift Testing makes its plan, and only it knows if the author expects an issue.
    static let mayLackTest = true

    /// Swift Testing had no warnings; a known issue fails nothing either.
    static func warnInSwiftTesting(_ message: String, at location: SourceLocation) {
      withKnownIssue(sourceLocation: location) { Issue.record(Comment(rawValue: message), sourceLocation: location) }
    }
  }

  extension Issue {
    /// True if the issue fails its test unless it is withheld; only reflection tells that somebody has matched it.
    var failsTest: Bool {
      let match = Mirror(reflecting: self).descendant("knownIssueContext")
      return match.map { "\($0)" == "nil" } ?? true
    }
  }

  extension SourceLocation {
    var path: String { _filePath }
  }
#endif

extension SourceLocation {
  var place: String { path.place(line) }
}
