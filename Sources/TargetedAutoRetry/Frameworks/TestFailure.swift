internal import Foundation
internal import Testing
internal import XCTest

/// A failure for the running test, at the line of the author's call.
struct TestFailure: Sendable {
  let message: String
  let callSite: CallSite
  let test: RunningTest?
  let kind: OwnFailure.Kind
  /// The message without measured times, with its place; nil if there are none.
  var key: String?

  /// Records the failure with the framework of the running test; outside any test it goes to standard error.
  ///
  /// - Returns: True if a test has it.
  func record() -> Bool {
    OwnFailure.$current.withValue(OwnFailure(kind, key: key)) {
      if Test.current != nil {
        recordInSwiftTesting()
        return true
      }
      if kind == .gate { RunningTestCase.gateIsRecorded() }
      if recordInXCTest() { return true }
      // From a detached thread of a Swift Testing test this still fails the run; elsewhere it has no effect.
      recordInSwiftTesting()
      StandardStream.error("\(callSite.path):\(callSite.line): error: \(message) \(Self.explanation)")
      return false
    }
  }

  private static let explanation =
    "(XCTest knows of no test here and drops this: class func setUp and tearDown, and code after its test, fail no test.)"

  private func recordInSwiftTesting() {
    Issue.record(Comment(rawValue: message), sourceLocation: callSite.sourceLocation)
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

/// A failure that this library is about to record, so that its owner is known.
///
/// It belongs to the attempt or the test around its step or scope, not to other open attempts.
final class OwnFailure: Sendable {
  enum Kind: Equatable, Sendable {
    /// A failure of a step or of a scope, or a withheld issue that is reported after all.
    case failure
    /// A report of a recovered step or of a misuse.
    ///
    /// It measures and does not disturb: it is never withheld, and nothing is retried or run again for it.
    case gate
  }

  let kind: Kind
  /// The identity of the failure, if its message has measured times.
  let key: String?
  private let taken = Locked(false)

  @TaskLocal static var current: OwnFailure?

  init(_ kind: Kind = .failure, key: String? = nil) {
    self.kind = kind
    self.key = key
  }

  /// True if XCTest has the failure, or an attempt withholds it.
  var isTaken: Bool { taken.withLock { $0 } }

  func take() { taken.withLock { $0 = true } }
}

extension TestFailure {
  /// Records the failure with XCTest, which takes a path that is not a literal only from a test case.
  private func recordAtPlace() {
    if let file = callSite.literalPath { return XCTFail(message, file: file, line: callSite.line) }
    if let testCase = RunningTestCase.known { return testCase.record("failed - \(message)", at: callSite) }
    let written = callSite.written
    XCTFail("\(message) (at \(callSite.path):\(callSite.line))", file: written.file, line: written.line)
  }
}

#if canImport(Darwin)
  extension XCTestCase {
    fileprivate func record(_ description: String, at callSite: CallSite) {
      let location = XCTSourceCodeLocation(filePath: callSite.path, lineNumber: Int(clamping: callSite.line))
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
    /// - Returns: True if a test case is known to run. XCTest is told of the failure in any case.
    fileprivate func recordInXCTest() -> Bool {
      recordAtPlace()
      return test != nil
    }
  }
#else
  extension XCTestCase {
    fileprivate func record(_ description: String, at callSite: CallSite) {
      recordFailure(
        withDescription: description,
        inFile: callSite.path,
        atLine: Int(clamping: callSite.line),
        expected: true
      )
    }
  }

  extension TestFailure {
    /// - Returns: True if XCTest has taken the failure. Outside a test case it drops failures.
    fileprivate func recordInXCTest() -> Bool {
      RunningTestCase.watch()
      recordAtPlace()
      return OwnFailure.current?.isTaken ?? false
    }
  }
#endif

extension Issue {
  private static func leaveKnown(_ comment: Comment, at location: SourceLocation) {
    withKnownIssue(comment, sourceLocation: location) { Issue.record(comment, sourceLocation: location) }
  }
}

// Warnings came with Swift 6.3. Before that, every issue fails its test.
#if compiler(>=6.3)
  extension Issue {
    /// True if the issue fails its test unless it is withheld.
    var failsTest: Bool { isFailure }

    /// Leaves a warning, which fails nothing.
    ///
    /// For `--repeat-until` a test with a warning has not passed; one with a known issue has.
    static func warn(_ comment: Comment, at location: SourceLocation) {
      if isRepeated { return leaveKnown(comment, at: location) }
      Issue.record(comment, severity: .warning, sourceLocation: location)
    }

    private static let isRepeated = ProcessInfo.processInfo.arguments.contains {
      $0 == "--repeat-until" || $0.hasPrefix("--repeat-until=")
    }
  }
#else
  extension Issue {
    /// True if the issue fails its test unless it is withheld.
    var failsTest: Bool { true }

    static func warn(_ comment: Comment, at location: SourceLocation) { leaveKnown(comment, at: location) }
  }
#endif
