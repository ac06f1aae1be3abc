public import Foundation

/// Marks flaky tests in JUnit files, as the report schema of Apache Maven Surefire defines it.
///
/// A passed test with recovered steps gets a `flakyFailure` for each of them. A file without such a test stays byte for
/// byte, so merging twice is the same as merging once. Jenkins, Gradle, nextest and others read this schema.
public struct JUnitMerge {
  /// A file that is not a complete JUnit file.
  public struct NotJUnit: Error, CustomStringConvertible {
    public let description: String
    /// Whether it is XML of another kind.
    public var isOtherXML = false
  }

  private let flakyTests: FlakyTests
  /// The number of tests that were marked as flaky.
  public private(set) var marked = 0
  /// The flaky tests that were in a document.
  private var found: Set<TestName> = []
  /// The results of the tests in all documents.
  public var results = TestResults()

  public init(_ report: Report) {
    flakyTests = FlakyTests(report.figures.flakes)
  }

  /// The flaky tests that were in no document, such as `ShopTests.SearchTests/testSearch`.
  public var missing: [String] {
    flakyTests.all.keys.filter { !found.contains($0) }.map { $0.suite.isEmpty ? $0.name : "\($0.suite)/\($0.name)" }
      .sorted()
  }

  /// The document with the flakes in it.
  public mutating func merge(into document: Data) throws(NotJUnit) -> Data {
    marked = 0
    let file = try JUnitFile(document)
    let namesakes = Dictionary(grouping: file.cases, by: \.name).mapValues(\.count)
    let merged = file.adding { testCase in
      let key = flakyTests.key(of: testCase.name, isOnlyOne: namesakes[testCase.name] == 1)
      if let key { found.insert(key) }
      let flakes = key.flatMap { flakyTests.all[$0] } ?? []
      let hasRecovered = testCase.outcome == .passed && (testCase.hasFlakes || !flakes.isEmpty)
      results.add(hasRecovered ? .recovered : testCase.outcome)
      guard testCase.outcome == .passed, !testCase.hasFlakes, !flakes.isEmpty else { return "" }
      marked += 1
      return flakes.map { $0.flakyFailure(testCase.prefix) }.joined()
    }
    return marked == 0 ? document : merged
  }
}

extension Row {
  /// The element for a step or a whole test that recovered.
  fileprivate func flakyFailure(_ prefix: Substring) -> String {
    let means = recoveredBy.map { ", by \($0.rawValue)" } ?? ""
    let sentence =
      subject == .test ? "The test passed in run \(attempt)." : "\(action) recovered in attempt \(attempt)\(means)."
    let type = subject == .test ? "rerun" : "retry"
    let trace = "\(sentence.escapedForMarkup)\n\("\(place.text): \(message)".escapedForMarkup)"
    return "<\(prefix)flakyFailure message=\"\(message.escapedForMarkup)\" type=\"\(type)\">"
      + "<\(prefix)stackTrace>\(trace)</\(prefix)stackTrace></\(prefix)flakyFailure>"
  }
}

/// The tests with recovered steps, by the names that JUnit files give them.
struct FlakyTests {
  /// The class that xcbeautify writes for each test of Swift Testing.
  private static let anyClass = "SwiftTesting"

  let all: [TestName: [Row]]
  /// The tests by type without module; names that are not unique are left out.
  private let byType: [TestName: TestName]
  private let byFunction: [String: [TestName]]

  init(_ all: [TestName: [Row]]) {
    self.all = all
    let grouped = Dictionary(grouping: all.keys) { key in
      TestName(suite: key.suite.split(separator: ".").last.map(String.init) ?? "", name: key.name)
    }
    byType = grouped.compactMapValues { $0.count == 1 ? $0[0] : nil }
    byFunction = Dictionary(grouping: all.keys, by: \.name)
  }

  /// The test of a test case: the exact names, or `ShopTests/SearchTests`, `SearchTests` or `SearchTests - iPhone 16` for
  /// `ShopTests.SearchTests`, and `testSearch()` for `testSearch`.
  ///
  /// - Parameter isOnlyOne: Whether no other case of the file has these names.
  func key(of testCase: TestName, isOnlyOne: Bool) -> TestName? {
    if all[testCase] != nil { return testCase }
    let name = testCase.name
    let names = [name, name.hasSuffix("()") ? String(name.dropLast(2)) : name + "()"].filter { byFunction[$0] != nil }
    if testCase.suite == Self.anyClass {
      let tests = names.flatMap { byFunction[$0] ?? [] }
      return isOnlyOne && tests.count == 1 ? tests[0] : nil
    }
    let keys = names.flatMap { name in
      let suite = testCase.suite.replacing("/", with: ".")
      // XCTestHTMLReport may add the device.
      return [suite, suite.replacing(/\ - .*$/, with: "")].map { TestName(suite: $0, name: name) }
    }
    return keys.first { all[$0] != nil } ?? keys.lazy.compactMap { byType[$0] }.first
  }
}
