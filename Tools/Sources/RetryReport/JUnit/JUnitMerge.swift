public import Foundation

/// Marks flaky tests in JUnit files, as the report schema of Apache Maven Surefire defines it.
///
/// A passed test with recovered steps gets a `flakyFailure` for each of them. Everything else stays byte for byte, and
/// merging twice is the same as merging once. Jenkins, Gradle, nextest and others read this schema.
public struct JUnitMerge {
  /// A file that is not a complete JUnit file.
  public struct NotJUnit: Error, CustomStringConvertible {
    public let description: String
  }

  private struct Case {
    let tag: XMLTags.Tag
    let attributes: [Substring: String]
    var hasPassed: Bool
    var hasFailed = false
    var hasFlakes = false

    /// The values of `status` and `result` for a passed test; most tools write an element for any other result.
    private static let passes: Set<String> = ["", "passed", "pass", "success", "successful", "ok", "run", "completed"]

    private static let failures: Set<String> = ["failed", "fail", "failure", "error", "errored", "broken"]

    init(tag: XMLTags.Tag) {
      self.tag = tag
      let attributes = tag.attributes
      self.attributes = attributes
      hasFailed = ["status", "result"].contains { Self.failures.contains(attributes[$0]?.lowercased() ?? "") }
      hasPassed = ["status", "result"].allSatisfy { Self.passes.contains(attributes[$0]?.lowercased() ?? "") }
    }
  }

  private let flakyTests: FlakyTests
  private var edits: [(range: Range<Int>, text: String)] = []
  private var testCase: Case?
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
    (edits, testCase, marked) = ([], nil, 0)
    guard String(bytes: document, encoding: .utf8) != nil else { throw NotJUnit(description: "is not UTF-8 text") }
    var hasSuite = false
    var tags = XMLTags(document)
    var open: [XMLTags.Tag] = []
    while let tag = tags.next() {
      hasSuite = hasSuite || tag.name == "testsuite"
      if tag.isEnd {
        guard open.popLast()?.name == tag.name else { throw broken(document, at: tag.range.lowerBound) }
      } else if !tag.isEmpty {
        open.append(tag)
      }
      read(tag)
    }
    if let place = tags.brokenAt ?? open.last?.range.lowerBound { throw broken(document, at: place) }
    if !hasSuite { throw NotJUnit(description: "has no <testsuite> element; a JUnit XML file was expected") }
    return applied(to: document)
  }

  private func broken(_ document: Data, at place: Int) -> NotJUnit {
    let line = document[..<place].count { $0 == UInt8(ascii: "\n") } + 1
    return NotJUnit(description: "is malformed in line \(line), and was not changed")
  }

  private mutating func read(_ tag: XMLTags.Tag) {
    switch tag.name {
    case "testcase":
      if !tag.isEnd { testCase = Case(tag: tag) }
      if tag.isEnd || tag.isEmpty { closeCase(at: tag) }
    case "failure", "error": testCase?.hasFailed = true
    case "skipped": testCase?.hasPassed = false
    case "flakyFailure", "flakyError": testCase?.hasFlakes = true
    default: break
    }
  }

  private mutating func closeCase(at end: XMLTags.Tag) {
    guard let closed = testCase else { return }
    testCase = nil
    let key = flakyTests.key(classname: closed.attributes["classname"] ?? "", name: closed.attributes["name"] ?? "")
    if let key { found.insert(key) }
    let flakes = key.flatMap { flakyTests.all[$0] } ?? []
    let hasPassed = closed.hasPassed && !closed.hasFailed
    let isFlaky = closed.hasFlakes || !flakes.isEmpty
    results.add(closed.hasFailed ? .failed : !hasPassed ? .skipped : isFlaky ? .recovered : .passed)
    guard hasPassed, !closed.hasFlakes, !flakes.isEmpty else { return }
    marked += 1
    let elements = flakes.map(\.element).joined()
    let text = end.isEmpty ? end.text.replacing(/\s*\/>$/, with: ">\(elements)</testcase>") : elements + end.text
    edits.append((end.range, text))
  }

  private func applied(to document: Data) -> Data {
    var merged = Data()
    var position = document.startIndex
    for edit in edits {
      merged += document[position..<edit.range.lowerBound]
      merged += Data(edit.text.utf8)
      position = edit.range.upperBound
    }
    return merged + document[position...]
  }
}

extension Flake {
  fileprivate var element: String {
    let means = recoveredBy.map { ", by \($0.rawValue)" } ?? ""
    let sentence =
      unit == .test ? "The test passed in run \(attempts)." : "\(action) recovered in attempt \(attempts)\(means)."
    let type = unit == .test ? "rerun" : "retry"
    let trace = "\(sentence.escapedForMarkup)\n\("\(place.text): \(message)".escapedForMarkup)"
    return "<flakyFailure message=\"\(message.escapedForMarkup)\" type=\"\(type)\"><stackTrace>\(trace)</stackTrace>"
      + "</flakyFailure>"
  }
}

/// The tests with recovered steps, by the names that JUnit files give them.
struct FlakyTests {
  let all: [TestName: [Flake]]
  /// The tests by type without module; names that are not unique are left out.
  private let byType: [TestName: TestName]

  init(_ all: [TestName: [Flake]]) {
    self.all = all
    let grouped = Dictionary(grouping: all.keys) { key in
      TestName(suite: key.suite.split(separator: ".").last.map(String.init) ?? "", name: key.name)
    }
    byType = grouped.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  /// The test of a test case: `ShopTests.SearchTests`, `ShopTests/SearchTests` or `SearchTests`, and `testSearch` or
  /// `testSearch()`.
  func key(classname: String, name: String) -> TestName? {
    let suite = classname.replacing("/", with: ".")
    let names = name.hasSuffix("()") ? [name, String(name.dropLast(2))] : [name, name + "()"]
    let keys = names.map { TestName(suite: suite, name: $0) }
    return keys.first { all[$0] != nil } ?? keys.lazy.compactMap { byType[$0] }.first
  }
}
