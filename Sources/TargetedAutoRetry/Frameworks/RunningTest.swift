internal import Foundation
internal import Testing
internal import XCTest

/// The test that the current code belongs to.
struct RunningTest: Hashable, Sendable {
  enum Framework: String, Sendable {
    case xctest
    case swiftTesting = "swift-testing"
  }

  let framework: Framework
  /// The type that the test is in, with its module, such as `ShopTests.SearchTests`; for a free function the module.
  let suite: String
  /// The test in its suite: `testSearch` in XCTest, `search()` in Swift Testing.
  let function: String
  /// As its framework names it: `SearchTests.testSearch` in XCTest, `SearchTests/search()` in Swift Testing, with the
  /// arguments of the case.
  let name: String
  /// The start of an XCTest test case; in Swift Testing, which does not tell it, the first event of the test.
  let start: Date

  /// The start tells nearly all tests apart, and texts take long to hash.
  func hash(into hasher: inout Hasher) { hasher.combine(start) }

  /// What `swift test --filter` takes.
  var id: String { "\(suite)/\(function)" }

  /// Swift Testing runs tests side by side.
  var runsBesideOthers: Bool { framework == .swiftTesting }

  /// Where tests run side by side, each line of the console says whose it is.
  var consoleLabel: String? { runsBesideOthers ? name : nil }

  /// Comparing with nil would copy what is there.
  static var isInSwiftTesting: Bool {
    if case .some = Test.current { true } else { false }
  }

  /// The test that runs, or else the only one that the process can run.
  ///
  /// - Parameter testCase: The conforming object, where it is a test case itself.
  static func current(_ testCase: XCTestCase?) -> RunningTest? {
    known(testCase) ?? (RunningTestCase.hasSeenTest ? nil : onlyOne)
  }

  /// The test that is known to run: all are asked that may know.
  static func known(_ testCase: XCTestCase?) -> RunningTest? {
    if let test = Test.current { return RunningTest(test) }
    return testCase.flatMap(RunningTest.init) ?? RunningTestCase.test
  }
}

extension RunningTest {
  /// Nil for a test case that does not run.
  init?(_ testCase: XCTestCase) {
    guard let run = testCase.testRun, let start = run.startDate, run.stopDate == nil else { return nil }
    let (type, name) = (ObjectIdentifier(type(of: testCase)), testCase.name)
    // Each step of a test asks, and its type takes long to name.
    if let last = Self.last.withLock({ $0 }), last.type == type, last.test.name == name, last.test.start == start {
      self = last.test
      return
    }
    // `SearchTests.testSearch`, and `-[ShopTests.SearchTests testSearch]` on Apple platforms.
    let function = name.split { ". ]".contains($0) }.last.map(String.init) ?? name
    self.init(
      framework: .xctest,
      suite: String(reflecting: Swift.type(of: testCase)),
      function: function,
      name: name,
      start: start
    )
    let test = self
    Self.last.withLock { $0 = (type, test) }
  }

  /// The last test of XCTest that was asked for.
  private static let last = Locked<(type: ObjectIdentifier, test: RunningTest)?>(nil)
}

extension RunningTest {
  #if canImport(Darwin)
    /// An activity outside of a test stops the process, so nothing is guessed here.
    static var onlyOne: RunningTest? { nil }
  #else
    /// The test that the process was started for, as `swift test --parallel` does it: `ShopTests.SearchTests/testSearch`.
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
    let arguments = Test.Case.current.map(CaseArguments.texts) ?? []
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

/// The arguments of a parameterized case, to tell the cases of one test apart.
///
/// Swift Testing shows them to reflection only. Should that change, the names of the cases are the same, no more.
enum CaseArguments {
  /// More characters of an argument than these tell nobody more.
  private static let longest = 100

  /// A text for each argument.
  ///
  /// One that is cut, or would be too large to write out, ends in a hash of the whole, and the
  /// second of two cases that look the same has a number.
  static func texts(of testCase: Test.Case) -> [String] {
    guard testCase.isParameterized else { return [] }
    let kind = Mirror(reflecting: testCase).descendant("_kind") ?? ()
    let parameterized = Mirror(reflecting: kind).descendant("parameterized") ?? ()
    let found = Mirror(reflecting: parameterized)
    let arguments = (found.descendant("arguments") ?? Mirror(reflecting: testCase).descendant("arguments")) as? [Any]
    let texts = (arguments ?? []).compactMap { argument in
      let argument = Mirror(reflecting: argument)
      return argument.descendant("value").map { text(of: $0, id: argument.descendant("id", "bytes") as? [UInt8]) }
    }
    let position = found.descendant("discriminator") as? Int ?? 0
    return position == 0 ? texts : texts + ["#\(position + 1)"]
  }

  /// - Parameter id: What Swift Testing tells the argument from others by.
  private static func text(of value: Any, id: [UInt8]?) -> String {
    if let text = value as? String, text.isLonger(than: longest) {
      return cut(
        String(describingForTest: String(text.prefix(longest))),
        hash: id.map(StableHash.of) ?? StableHash.of(text)
      )
    }
    guard let text = ValueText.whole(value) else { return cut(ValueText.tooLarge(value), hash: id.map(StableHash.of)) }
    return text.isLonger(than: longest) ? cut(text, hash: id.map(StableHash.of) ?? StableHash.of(text)) : text.onOneLine
  }

  private static func cut(_ text: String, hash: String?) -> String {
    text.capped(at: longest).onOneLine + (hash.map { " #\($0)" } ?? "")
  }
}
