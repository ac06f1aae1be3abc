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

/// The running test, as its framework names it.
struct TestIdentity: Hashable, Sendable {
  enum Framework: String, Sendable {
    case xctest
    case swiftTesting = "swift-testing"
  }

  let framework: Framework
  /// The type of the test with its module, such as `ShopTests.SearchTests`; for a free function, the module.
  let suite: String
  /// The test in its suite: `testSearch` in XCTest, `search()` in Swift Testing.
  let function: String
  /// The framework's name of the test, with the arguments of the case: `SearchTests.testSearch` in XCTest,
  /// `SearchTests/search()` in Swift Testing.
  let name: String
  /// When the test case started; Swift Testing does not expose this, so there it is the first event of the test.
  let start: Date
  /// The arguments of the case of a parameterized test; empty for any other test.
  var arguments = ""

  /// The argument of `swift test --filter`.
  var id: String { "\(suite)/\(function)" }
}

extension TestIdentity {
  init?(_ testCase: XCTestCase) {
    guard testCase.isRunning, let start = testCase.testRun?.startDate else { return nil }
    let name = testCase.name
    let suite = String(reflecting: Swift.type(of: testCase))
    self.init(framework: .xctest, suite: suite, function: Self.function(of: testCase), name: name, start: start)
  }

  /// A name in `allTests` may contain spaces and full stops.
  private static func function(of testCase: XCTestCase) -> String {
    let (name, type) = (testCase.name, "\(Swift.type(of: testCase)).")
    if name.hasPrefix(type) { return String(name.dropFirst(type.count)) }
    // `-[ShopTests.SearchTests testSearch]` on Apple platforms.
    guard name.hasPrefix("-["), let space = name.firstIndex(of: " ") else { return name }
    return String(name[space...].dropFirst().dropLast())
  }

  init(_ test: Test) {
    let components = test.id.nameComponents
    let path = components.joined(separator: "/")
    let arguments = (Test.Case.current.map(ValueText.arguments) ?? []).joined(separator: ", ")
    let name = arguments.isEmpty ? path : "\(path) \(arguments)"
    let start = Self.firstSeen.withLock { seen in
      let key = "\(test.id.moduleName).\(name)"
      let start = seen[key] ?? Date()
      seen[key] = start
      return start
    }
    let suite = ([test.id.moduleName] + components.dropLast()).joined(separator: ".")
    self.init(framework: .swiftTesting, suite: suite, function: components.last ?? name, name: name, start: start)
    self.arguments = arguments
  }

  private static let firstSeen = Locked<[String: Date]>([:])
}

extension XCTestCase {
  var isRunning: Bool { testRun.map { $0.startDate != nil && $0.stopDate == nil } ?? false }
}

// Some errors mean *stop*: the code that throws them wants the test to end here, and a retry would defeat that.
extension Error {
  var isSkip: Bool { causes.contains { $0 is XCTSkip || $0.isSkipOfSwiftTesting } }

  var isCancellation: Bool { causes.contains { $0 is CancellationError } }

  // Only underlying errors count: an error that lists several others is a failure. Limited, because an error may name
  // itself as its underlying error.
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

  /// The text of a failed `#require`, as its issue has it; `nil` for any other error.
  var textOfRequirement: String? {
    (self as? ExpectationFailedError).map { String(describing: Issue.Kind.expectationFailed($0.expectation)).onOneLine }
  }

  /// The place of a failed `#require`; `nil` for any other error.
  var lineOfRequirement: String? { (self as? ExpectationFailedError)?.expectation.sourceLocation.place }

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
