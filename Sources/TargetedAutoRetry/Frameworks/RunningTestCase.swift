internal import Foundation
internal import Testing
internal import XCTest

/// A running test case of XCTest, as far as it is known.
///
/// A base class of this library announces its test. Other test cases are seen by an observer. It starts watching at the
/// first query, so it misses the begin of that test; until the next one, only a step or a failure reveals the test case.
struct RunningTestCase {
  let testCase: XCTestCase
  /// The instance that runs the test: the test case, or another one for a re-run.
  private(set) var instance: XCTestCase
  /// The run of that instance; other threads then need not read the test case.
  private(set) var test: RunningTest?
  private(set) var withholder: (any Sendable)?
  /// False if only a step has revealed the test: its end may be announced by nobody.
  private let isAnnounced: Bool

  private struct State {
    /// From the outermost in; usually one.
    var running: [RunningTestCase] = []
    var isWatching = false
    var hasSeenTest = false
  }

  private static let state = Locked(State())
  private static let observer = Observer()

  static var current: RunningTestCase? {
    watch()
    return state.withLock { $0.running }.last { $0.isAnnounced || $0.testCase.isRunning }
  }

  static func of(_ testCase: XCTestCase) -> RunningTestCase? {
    state.withLock { $0.running.last { $0.testCase === testCase || $0.instance === testCase } }
  }

  static func isRunning(_ test: RunningTest) -> Bool { state.withLock { $0.running.contains { $0.test == test } } }

  /// True once every further test is known.
  static var hasSeenTest: Bool { state.withLock { $0.hasSeenTest } }

  static func begin(_ testCase: XCTestCase, isAnnounced: Bool = true, withholder: (any Sendable)? = nil) {
    if withholder == nil, of(testCase) != nil { return }
    let test = RunningTest(testCase)
    state.change { state in
      // On Apple platforms a test may have ended by unwinding past Swift frames.
      state.running.removeAll { $0.testCase === testCase || $0.testCase.testRun?.stopDate != nil }
      state.running.append(
        RunningTestCase(
          testCase: testCase,
          instance: testCase,
          test: test,
          withholder: withholder,
          isAnnounced: isAnnounced
        )
      )
    }
  }

  /// Notes a test case that has a step or a flaky scope.
  static func see(_ testCase: XCTestCase) {
    guard of(testCase) == nil, testCase.isRunning else { return }
    watch()
    begin(testCase, isAnnounced: false)
  }

  /// Notes that another instance runs the current test.
  static func run(_ instance: XCTestCase) {
    if of(instance)?.instance === instance { return }
    let test = RunningTest(instance)
    state.change { state in
      guard let last = state.running.indices.last else { return }
      state.running[last].instance = instance
      state.running[last].test = test
    }
  }

  static func end(_ testCase: XCTestCase) { state.change { $0.running.removeAll { $0.testCase === testCase } } }

  static func watch() {
    state.withLock { state in
      guard !state.isWatching, Observer.canBeAdded else { return }
      XCTestObservationCenter.shared.addTestObserver(observer)
      state.isWatching = true
    }
  }

  private final class Observer: NSObject, XCTestObservation, Sendable {
    #if canImport(Darwin)
      static var canBeAdded: Bool { Thread.isMainThread }
    #else
      static var canBeAdded: Bool { true }

      /// XCTest calls it on the thread that records the failure.
      func testCase(
        _ testCase: XCTestCase,
        didFailWithDescription description: String,
        inFile filePath: String?,
        atLine lineNumber: Int
      ) {
        begin(testCase)
      }
    #endif

    func testCaseWillStart(_ testCase: XCTestCase) {
      begin(testCase)
      state.withLock { $0.hasSeenTest = true }
      // A test that another one runs is not in the result of the process.
      if state.withLock({ $0.running.count }) == 1 { FailuresOfNoTest.hand(to: testCase) }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      end(testCase)
      state.withLock { $0.hasSeenTest = true }
    }

    func testBundleDidFinish(_ testBundle: Bundle) { ProcessEnd.atEndOfTests.withLock { $0 }() }
  }
}

extension XCTestCase {
  var isRunning: Bool { testRun.map { $0.startDate != nil && $0.stopDate == nil } ?? false }
}

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

  /// True if XCTest has ended the test, or begun it anew; Swift Testing does not say.
  var isOver: Bool { framework == .xctest && self != Self.onlyOne && !RunningTestCase.isRunning(self) }

  /// True in Swift Testing, which runs tests side by side.
  var runsBesideOthers: Bool { framework == .swiftTesting }

  static var isInSwiftTesting: Bool { Test.current != nil }

  /// The running test, or else the only one that the process can run; the test case is the conforming object, if any.
  static func current(_ testCase: XCTestCase?) -> RunningTest? {
    if let test = Test.current { return RunningTest(test) }
    testCase.map(RunningTestCase.see)
    let known = testCase.flatMap(RunningTestCase.of) ?? RunningTestCase.current
    return known?.test ?? (RunningTestCase.hasSeenTest ? nil : onlyOne)
  }
}

extension RunningTest {
  init?(_ testCase: XCTestCase) {
    guard testCase.isRunning, let start = testCase.testRun?.startDate else { return nil }
    let name = testCase.name
    // `SearchTests.testSearch`, and `-[ShopTests.SearchTests testSearch]` on Apple platforms.
    let function = name.split { ". ]".contains($0) }.last.map(String.init) ?? name
    let suite = String(reflecting: Swift.type(of: testCase))
    self.init(framework: .xctest, suite: suite, function: function, name: name, start: start)
  }

  #if canImport(Darwin)
    /// Nil: an activity outside a test stops the process, so there is no guess here.
    static var onlyOne: RunningTest? { nil }
  #else
    /// The test that `swift test --parallel` started the process for, such as `ShopTests.SearchTests/testSearch`.
    static let onlyOne = RunningTest(arguments: CommandLine.arguments)
  #endif

  /// Nil for arguments that name no test of XCTest, or more than one.
  init?(arguments: [String], start: Date = Date()) {
    guard arguments.count == 2 else { return nil }
    guard let match = arguments[1].wholeMatch(of: #/((?:[^./,]+\.)+([^./,]+))/([^/,]+)/#) else { return nil }
    let (suite, function) = (String(match.1), String(match.3))
    self.init(framework: .xctest, suite: suite, function: function, name: "\(match.2).\(function)", start: start)
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
