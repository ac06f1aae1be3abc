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

  /// The argument of `swift test --filter`.
  var id: String { "\(suite)/\(function)" }

  /// Swift Testing runs tests in parallel.
  var runsBesideOthers: Bool { framework == .swiftTesting }
}

extension TestIdentity {
  init?(_ testCase: XCTestCase) {
    guard testCase.isRunning, let start = testCase.testRun?.startDate else { return nil }
    let name = testCase.name
    // `SearchTests.testSearch`, and `-[ShopTests.SearchTests testSearch]` on Apple platforms.
    let function = name.split { ". ]".contains($0) }.last.map(String.init) ?? name
    let suite = String(reflecting: Swift.type(of: testCase))
    self.init(framework: .xctest, suite: suite, function: function, name: name, start: start)
  }

  init(_ test: Test) {
    let components = test.id.nameComponents
    let path = components.joined(separator: "/")
    let arguments = Test.Case.current.map(ValueText.arguments) ?? []
    let name = arguments.isEmpty ? path : "\(path) \(arguments.joined(separator: ", "))"
    let start = Self.firstSeen.withLock { seen in
      let key = "\(test.id.moduleName).\(name)"
      let start = seen[key] ?? Date()
      seen[key] = start
      return start
    }
    let suite = ([test.id.moduleName] + components.dropLast()).joined(separator: ".")
    self.init(framework: .swiftTesting, suite: suite, function: components.last ?? name, name: name, start: start)
  }

  private static let firstSeen = Locked<[String: Date]>([:])
}

extension XCTestCase {
  var isRunning: Bool { testRun.map { $0.startDate != nil && $0.stopDate == nil } ?? false }
}
