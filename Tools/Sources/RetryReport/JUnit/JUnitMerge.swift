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

  private let tests: RecordedTests
  public private(set) var marked = 0
  /// The recorded tests that were in a document.
  private var found: Set<TestName> = []
  /// The classes of several modules, in documents that do not name the module: none of their tests is marked.
  public private(set) var ambiguous: Set<String> = []
  public var results = TestResults()

  public init(_ report: Report) {
    tests = RecordedTests(report.figures.tests, flakes: report.figures.flakes)
  }

  /// The flaky tests that were in no document, such as `ShopTests.SearchTests/testSearch`.
  public var missing: [String] {
    tests.flakes.keys.filter { !found.contains($0) }.map { $0.suite.isEmpty ? $0.name : "\($0.suite)/\($0.name)" }
      .sorted()
  }

  public mutating func merge(into document: Data) throws(NotJUnit) -> Data {
    marked = 0
    let file = try JUnitFile(document)
    let namesakes = Dictionary(grouping: file.cases, by: \.name).mapValues(\.count)
    // One of several cases of a test failed: no step made the test pass.
    let failed = Set(file.cases.filter { $0.outcome == .failed }.map(\.name))
    results.failuresOutsideTests += file.failuresOutsideTests
    let merged = file.adding { testCase in
      let isOnlyOne = namesakes[testCase.name] == 1
      let key = tests.key(of: testCase.name, isOnlyOne: isOnlyOne)
      if let key {
        found.insert(key)
      } else if tests.isAmbiguous(testCase.name, isOnlyOne: isOnlyOne) {
        ambiguous.insert(testCase.name.suite)
      }
      let flakes = failed.contains(testCase.name) ? [] : key.flatMap { tests.flakes[$0] } ?? []
      let hasRecovered = testCase.outcome == .passed && (testCase.hasFlakes || !flakes.isEmpty)
      results.add(
        hasRecovered ? .recovered : testCase.outcome,
        of: key ?? testCase.name,
        message: testCase.message,
        duration: testCase.duration
      )
      guard testCase.outcome == .passed, !testCase.hasFlakes, !flakes.isEmpty else { return "" }
      marked += 1
      return flakes.map { $0.fields.flakyFailure(testCase.prefix) }.joined()
    }
    return marked == 0 ? document : merged
  }
}

extension RowFields {
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

/// The tests of the records, by the names that JUnit files give them.
struct RecordedTests {
  /// The class that xcbeautify writes for each test of Swift Testing.
  private static let anyClass = "SwiftTesting"

  private let all: Set<TestName>
  /// The steps and whole tests that recovered.
  let flakes: [TestName: [Row]]
  /// The suites of each type without module.
  private let suites: [Substring: Set<String>]
  private let byFunction: [String: [TestName]]

  init(_ all: Set<TestName>, flakes: [TestName: [Row]] = [:]) {
    (self.all, self.flakes) = (all, flakes)
    suites = Dictionary(grouping: Set(all.map(\.suite)), by: \.type).mapValues(Set.init)
    byFunction = Dictionary(grouping: all, by: \.name)
  }

  /// Whether a test case has the class of several modules, and not the module.
  ///
  /// Only modules with records are known, but if the file has two cases of these names, there must be another module.
  func isAmbiguous(_ testCase: TestName, isOnlyOne: Bool) -> Bool {
    guard let suites = suites[testCase.suite.withoutDevice[...]] else { return false }
    return suites.count > 1 || !isOnlyOne && key(of: testCase, isOnlyOne: true) != nil
  }

  /// The test of a test case: the exact names, or `ShopTests/SearchTests`, `SearchTests` or `SearchTests - iPhone 16` for
  /// `ShopTests.SearchTests`, and `testSearch()` for `testSearch`.
  ///
  /// - Parameter isOnlyOne: Whether no other case of the file has these names.
  func key(of testCase: TestName, isOnlyOne: Bool) -> TestName? {
    if all.contains(testCase) { return testCase }
    let name = testCase.name
    let names = [name, name.hasSuffix("()") ? String(name.dropLast(2)) : name + "()"].filter { byFunction[$0] != nil }
    if testCase.suite == Self.anyClass {
      let tests = names.flatMap { byFunction[$0] ?? [] }
      return isOnlyOne && tests.count == 1 ? tests[0] : nil
    }
    let suite = testCase.suite.replacing("/", with: ".")
    let full = names.flatMap { name in [suite, suite.withoutDevice].map { TestName(suite: $0, name: name) } }
    if let key = full.first(where: all.contains) { return key }
    // Of two modules with one class, the case may be of either, even if only one of them has recorded such a test.
    guard isOnlyOne, let only = suites[suite.withoutDevice[...]], only.count == 1 else { return nil }
    return names.lazy.map { TestName(suite: only.first ?? "", name: $0) }.first(where: all.contains)
  }
}

extension String {
  /// The name of a class without that of a device, which XCTestHTMLReport may add.
  fileprivate var withoutDevice: String { replacing(/\ - .*$/, with: "") }

  /// The name of a class without its module.
  fileprivate var type: Substring { self[(lastIndex(of: ".").map(index(after:)) ?? startIndex)...] }
}
