internal import Foundation
internal import Testing
internal import XCTest

// What the library recognizes of the two test frameworks. What they keep private is read by reflection or by name; a
// framework that changes it loses what the comment there says.

extension Test {
  /// Whether the current code runs in a test of Swift Testing.
  static var isRunning: Bool {
    // Such a test always runs in a task, and looking for one elsewhere is expensive.
    guard withUnsafeCurrentTask(body: { $0 != nil }) else { return false }
    if case .some = current { return true }
    return isInExitTest
  }

  #if os(iOS) || os(tvOS) || os(visionOS)
    static let isInExitTest = false
  #else
    /// Whether this process is the child of an exit test, which has no current test but whose issues reach the parent.
    static let isInExitTest = ExitTest.current != nil
  #endif

  /// Whether SwiftPM started the process only for the tests of Swift Testing.
  static let isOnlyFramework = CommandLine.arguments.contains("swift-testing")

  /// Whether Swift Testing was given a folder for attachments; otherwise it keeps none, except in Xcode.
  static let hasAttachmentsPath = CommandLine.arguments.contains { $0.hasSuffix("attachments-path") }
}

extension Test.Case {
  /// The arguments of a parameterized case with their ids, and the position of the case among those with equal ones.
  ///
  /// If Swift Testing changes their layout, all cases of a test get the same name.
  var reflectedArguments: (values: [(value: Any, id: [UInt8]?)], position: Int) {
    guard isParameterized else { return ([], 0) }
    let mirror = Mirror(reflecting: self)
    let found = mirror.descendant("_kind", "parameterized", "arguments") ?? mirror.descendant("arguments")
    let values = (found as? [Any] ?? []).compactMap { argument in
      let argument = Mirror(reflecting: argument)
      return argument.descendant("value").map { (value: $0, id: argument.descendant("id", "bytes") as? [UInt8]) }
    }
    return (values, mirror.descendant("_kind", "parameterized", "discriminator") as? Int ?? 0)
  }
}

// Some errors mean *stop*: the code that throws them wants the test to end here, and a retry would defeat that.
extension Error {
  // Only underlying errors count: an error that lists several others is a failure.
  var meansStop: Bool { causes.contains { $0 is CancellationError } || isSkip }

  var isSkip: Bool { causes.contains { $0 is XCTSkip || $0.isSkipOfSwiftTesting } }

  // Limited, because an error may name itself as its underlying error.
  private var causes: some Sequence<any Error> {
    sequence(first: self as any Error) { ($0 as NSError).userInfo[NSUnderlyingErrorKey] as? any Error }.prefix(10)
  }

  // Swift Testing throws one error for a skip and for the cancellation of a whole test.
  private var isSkipOfSwiftTesting: Bool { String(reflecting: type(of: self as any Error)) == "Testing.SkipInfo" }

  /// The text of a skip; `nil` for any other error.
  var textOfSkip: String? {
    // XCTest's description of a skip contains a file path.
    if let skip = self as? XCTSkip { return "XCTSkip(\"\(skip.message ?? "")\")".onOneLine }
    guard isSkipOfSwiftTesting else { return nil }
    let comment = Mirror(reflecting: self).descendant("comment") as? Comment
    return "skip(\"\(comment ?? "")\")".onOneLine
  }

  /// Whether the error is from `#require` or `XCTUnwrap`, which record an issue before they throw.
  var standsForIssue: Bool {
    let name = String(describing: type(of: self as any Error))
    return name == "ExpectationFailedError" || name.hasSuffix("UnwrappingOptional")
  }
}

#if compiler(>=6.3)
  extension Issue {
    var failsTest: Bool { isFailure }
  }

  extension SourceLocation {
    var path: String { filePath }
  }
#else
  extension Issue {
    /// Only reflection tells whether a `withKnownIssue` has matched the issue.
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
