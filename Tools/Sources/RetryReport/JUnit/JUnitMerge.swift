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
  /// The number of files that have a recorded test.
  private var files: [TestName: Int] = [:]
  /// The failed cases of the recorded tests.
  private var failed: [TestName: Int] = [:]
  /// The recoveries of tests that mark no file, minus those that were counted.
  private var unmarked: [TestName: Int] = [:]

  public init(_ report: Report) {
    tests = RecordedTests(report.figures.tests, flakes: report.figures.flakes)
  }

  /// The flaky tests that were in no document, such as `ShopTests.SearchTests/testSearch`.
  public var missing: [String] {
    tests.flakes.keys.filter { !found.contains($0) }.map(\.text).sorted()
  }

  /// Reads a file, and merges it.
  public mutating func merge(into document: Data) throws(NotJUnit) -> Data { merge(try read(document)) ?? document }

  /// Reads a file that is merged later: only all files together tell which of them can be marked.
  package mutating func read(_ document: Data) throws(NotJUnit) -> JUnitFile {
    let file = try JUnitFile(document)
    for (key, cases) in Dictionary(grouping: file.cases, by: { key(of: $0, in: file) }) {
      guard let key else { continue }
      files[key, default: 0] += 1
      failed[key, default: 0] += cases.count { $0.outcome == .failed }
    }
    return file
  }

  /// The file with its flaky tests marked; `nil` if it has none.
  package mutating func merge(_ file: JUnitFile) -> Data? {
    marked = 0
    results.failuresOutsideTests += file.failuresOutsideTests
    let merged = file.adding { testCase in
      let key = key(of: testCase, in: file)
      if let key {
        found.insert(key)
      } else if tests.isAmbiguous(testCase.name, isOnlyOne: file.isOnlyOne(testCase)) {
        ambiguous.insert(testCase.name.suite)
      }
      let flakes = key.map(flakes) ?? []
      let hasRecovered =
        testCase.outcome == .passed
        && (testCase.hasFlakes || !flakes.isEmpty || key.map { takeUnmarked(of: $0) } == true)
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
    return marked == 0 ? nil : merged
  }

  private func key(of testCase: JUnitFile.Case, in file: JUnitFile) -> TestName? {
    tests.key(of: testCase.name, isOnlyOne: file.isOnlyOne(testCase))
  }

  /// The recoveries of a test, unless a case of it failed, or a file may be of a shard or an attempt that did not recover.
  private func flakes(of key: TestName) -> [Row] {
    let hasOther = tests.all[key]?.count ?? 0 > tests.recoveries(of: key)
    return failed[key] ?? 0 > 0 || hasOther && files[key] ?? 0 > 1 ? [] : tests.flakes[key] ?? []
  }

  /// Whether a passed case counts as recovered, although no file is marked.
  private mutating func takeUnmarked(of key: TestName) -> Bool {
    let left = unmarked[key] ?? tests.recoveries(of: key) - (failed[key] ?? 0)
    unmarked[key] = left - 1
    return left > 0
  }

  /// Whether the files contain tests, but none of the records.
  public var hasNoRecordedTest: Bool { found.isEmpty && examples != nil }

  /// A test of the records, and one of the files.
  public var examples: (recorded: String, other: String)? {
    guard let recorded = tests.all.keys.min(), let other = results.tests.keys.min() else { return nil }
    return (recorded.text, other.text)
  }

  /// The recovered tests of which nothing tells which of several files has the recovery.
  public var unclear: [String] {
    found.filter { tests.flakes[$0] != nil && files[$0] ?? 0 > 1 && flakes(of: $0).isEmpty }.map(\.text).sorted()
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

  /// The processes of each test.
  let all: [TestName: Set<Substring>]
  /// The steps and whole tests that recovered.
  let flakes: [TestName: [Row]]
  /// The suites of each type without module.
  private let suites: [Substring: Set<String>]
  private let byFunction: [String: [TestName]]

  init(_ all: [TestName: Set<Substring>], flakes: [TestName: [Row]] = [:]) {
    (self.all, self.flakes) = (all, flakes)
    suites = Dictionary(grouping: Set(all.keys.map(\.suite)), by: \.type).mapValues(Set.init)
    byFunction = Dictionary(grouping: all.keys, by: \.name)
  }

  /// The number of processes in which a test recovered.
  func recoveries(of test: TestName) -> Int { Set(flakes[test, default: []].map(\.process)).count }

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
    if all[testCase] != nil { return testCase }
    let name = testCase.name
    let names = [name, name.hasSuffix("()") ? String(name.dropLast(2)) : name + "()"].filter { byFunction[$0] != nil }
    if testCase.suite == Self.anyClass {
      let tests = names.flatMap { byFunction[$0] ?? [] }
      return isOnlyOne && tests.count == 1 ? tests[0] : nil
    }
    let suite = testCase.suite.replacing("/", with: ".")
    let full = names.flatMap { name in [suite, suite.withoutDevice].map { TestName(suite: $0, name: name) } }
    if let key = full.first(where: { all[$0] != nil }) { return key }
    // Of two modules with one class, the case may be of either, even if only one of them has recorded such a test.
    guard isOnlyOne, let only = suites[suite.withoutDevice[...]], only.count == 1 else { return nil }
    return names.lazy.map { TestName(suite: only.first ?? "", name: $0) }.first { all[$0] != nil }
  }
}

extension String {
  /// The name of a class without that of a device, which XCTestHTMLReport may add.
  fileprivate var withoutDevice: String { replacing(/\ - .*$/, with: "") }

  /// The name of a class without its module.
  fileprivate var type: Substring { self[(lastIndex(of: ".").map(index(after:)) ?? startIndex)...] }
}
