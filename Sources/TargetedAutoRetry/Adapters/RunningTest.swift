internal import Foundation
internal import Testing
internal import XCTest

/// The test that the current code belongs to.
struct RunningTest: Equatable, Sendable {
  /// As its framework names it: `SearchTests.testSearch` in XCTest, `SearchTests/search()` in Swift Testing.
  let name: String
  /// The start of an XCTest test case; in Swift Testing, which does not tell it, the first event of the test.
  let start: Date
  /// Swift Testing runs tests side by side: there, each line of the console says whose it is.
  let runsBesideOthers: Bool

  var consoleLabel: String? { runsBesideOthers ? name : nil }

  /// - Parameter testCase: The conforming object, where it is a test case itself.
  static func current(_ testCase: XCTestCase?) -> RunningTest? {
    if let test = Test.current { return RunningTest(test) }
    if let testCase, let running = RunningTest(testCase) { return running }
    return XCTestObserver.shared.runningTest
  }
}

extension RunningTest {
  /// Nil for a test case that does not run.
  init?(_ testCase: XCTestCase) {
    guard let run = testCase.testRun, let start = run.startDate, run.stopDate == nil else { return nil }
    self.init(name: testCase.name, start: start, runsBesideOthers: false)
  }
}

extension RunningTest {
  init(_ test: Test) {
    let path = test.id.nameComponents.joined(separator: "/")
    let arguments = Test.Case.current.map(Self.arguments) ?? []
    let name = arguments.isEmpty ? path : "\(path) \(arguments.joined(separator: ", "))"
    let start = Self.firstSeen.withLock { seen in
      let key = "\(test.id.moduleName).\(name)"
      if let date = seen[key] { return date }
      let now = Date()
      seen[key] = now
      return now
    }
    self.init(name: name, start: start, runsBesideOthers: true)
  }

  private static let firstSeen = Locked<[String: Date]>([:])

  /// The arguments of a parameterized case, to tell the cases of one test apart.
  ///
  /// Swift Testing shows them to reflection only. Should that change, the names of the cases are the same, no more.
  private static func arguments(of testCase: Test.Case) -> [String] {
    guard testCase.isParameterized, let kind = Mirror(reflecting: testCase).descendant("_kind") else { return [] }
    let arguments = Mirror(reflecting: kind).descendant("parameterized", "arguments") as? [Any] ?? []
    return arguments.compactMap { argument in
      Mirror(reflecting: argument).descendant("value").map { String(describingForTest: $0).onOneLine }
    }
  }
}
