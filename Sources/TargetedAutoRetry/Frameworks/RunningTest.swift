internal import Foundation
internal import Testing
internal import XCTest

struct RunningTest: Hashable, Sendable {
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
  /// The start of the XCTest test case; Swift Testing does not expose it: there, the first event of the test.
  let start: Date

  /// The argument of `swift test --filter`.
  var id: String { "\(suite)/\(function)" }

  /// True in Swift Testing, which runs tests side by side.
  var runsBesideOthers: Bool { framework == .swiftTesting }

  /// The label of the test's console lines, if tests run side by side.
  var consoleLabel: String? { runsBesideOthers ? name : nil }

  static var isInSwiftTesting: Bool { Test.current != nil }

  /// The running test, or else the only test that the process can run.
  ///
  /// - Parameter testCase: The conforming object, if it is a test case itself.
  static func current(_ testCase: XCTestCase?) -> RunningTest? {
    if let test = Test.current { return RunningTest(test) }
    testCase.map(RunningTestCase.see)
    let known = testCase.flatMap(RunningTestCase.of) ?? RunningTestCase.current
    return known?.test ?? (RunningTestCase.hasSeenTest ? nil : onlyOne)
  }
}

extension RunningTest {
  /// Nil for a test case that is not running.
  init?(_ testCase: XCTestCase) {
    guard testCase.isRunning, let start = testCase.testRun?.startDate else { return nil }
    let name = testCase.name
    // `SearchTests.testSearch`, and `-[ShopTests.SearchTests testSearch]` on Apple platforms.
    let function = name.split { ". ]".contains($0) }.last.map(String.init) ?? name
    self.init(
      framework: .xctest,
      suite: String(reflecting: Swift.type(of: testCase)),
      function: function,
      name: name,
      start: start
    )
  }
}

extension RunningTest {
  #if canImport(Darwin)
    /// Nil: an activity outside a test stops the process, so there is no guess here.
    static var onlyOne: RunningTest? { nil }
  #else
    /// The test that `swift test --parallel` started the process for, such as `ShopTests.SearchTests/testSearch`.
    static let onlyOne = RunningTest(arguments: CommandLine.arguments)
  #endif

  /// Nil for arguments that name no test of XCTest, or more than one.
  init?(arguments: [String], start: Date = Date()) {
    guard arguments.count == 2, !arguments[1].contains(",") else { return nil }
    let parts = arguments[1].split(separator: "/", omittingEmptySubsequences: false)
    let suite = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, suite.count > 1, !suite.contains(""), !parts[1].isEmpty else { return nil }
    self.init(
      framework: .xctest,
      suite: String(parts[0]),
      function: String(parts[1]),
      name: "\(suite.last ?? "").\(parts[1])",
      start: start
    )
  }
}

extension RunningTest {
  init(_ test: Test) {
    let path = test.id.nameComponents.joined(separator: "/")
    let arguments = Test.Case.current.map(ValueText.arguments) ?? []
    let name = arguments.isEmpty ? path : "\(path) \(arguments.joined(separator: ", "))"
    let start = Self.firstSeen.withLock { seen in
      let key = "\(test.id.moduleName).\(name)"
      if let date = seen[key] { return date }
      let now = Date()
      seen[key] = now
      return now
    }
    let components = test.id.nameComponents
    self.init(
      framework: .swiftTesting,
      suite: ([test.id.moduleName] + components.dropLast()).joined(separator: "."),
      function: components.last ?? name,
      name: name,
      start: start
    )
  }

  private static let firstSeen = Locked<[String: Date]>([:])
}
