internal import Foundation
internal import Testing
internal import XCTest

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
