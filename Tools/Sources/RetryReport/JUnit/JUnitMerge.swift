/// Adds flakes to the results of tests that JUnit's readers know, in Surefire's dialect.
///
/// A test that passed, and of which a step recovered, gets a `flakyFailure` for each such step; its suite gets the number
/// of flaky tests as `flakes`. Everything else stays byte for byte. Merging twice is the same as merging once.
///
/// The dialect is that of Apache Maven Surefire's report schema, which Jenkins, Gradle, nextest and others read.
public struct JUnitMerge {
  /// A file that is no result file, or no whole one.
  public struct NotJUnit: Error, CustomStringConvertible {
    public let description: String
  }

  private struct Edit {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  private struct Suite {
    let tag: XMLTags.Tag
    var flakes = 0
  }

  private struct Case {
    let tag: XMLTags.Tag
    var hasPassed: Bool
    var hasFlakes = false

    /// The words that tools write as `status` or `result` of a test that passed; most write an element where it has not.
    private static let passes: Set<String> = ["", "passed", "pass", "success", "successful", "ok", "run", "completed"]

    init(tag: XMLTags.Tag) {
      self.tag = tag
      hasPassed = ["status", "result"].allSatisfy { Self.passes.contains(tag[$0]?.lowercased() ?? "") }
    }
  }

  private let flakyTests: FlakyTests
  private var edits: [Edit] = []
  private var suites: [Suite] = []
  private var testCase: Case?
  /// The number of tests that were marked as flaky.
  public private(set) var marked = 0
  /// The flaky tests that a document has had.
  private var found: Set<TestName> = []

  public init(_ report: Report) {
    flakyTests = FlakyTests(report.flakes)
  }

  /// The flaky tests that no document has had, such as `ShopTests.SearchTests/testSearch`.
  public var missing: [String] {
    flakyTests.all.keys.filter { !found.contains($0) }.map { $0.suite.isEmpty ? $0.name : "\($0.suite)/\($0.name)" }
      .sorted()
  }

  /// The document with the flakes in it.
  public mutating func merge(into document: [UInt8]) throws(NotJUnit) -> [UInt8] {
    (edits, suites, testCase, marked) = ([], [], nil, 0)
    guard let xml = XMLText(document) else { throw NotJUnit(description: "is no text in UTF-16, and begins like one") }
    var hasSuite = false
    var tags = XMLTags(xml.utf8)
    var open: [XMLTags.Tag] = []
    while let tag = tags.next() {
      hasSuite = hasSuite || tag.localName == "testsuite"
      if tag.kind == .start { open.append(tag) }
      if tag.kind == .end, open.popLast()?.name != tag.name {
        throw xml.broken(at: tag.range.lowerBound, "</\(tag.name)> ends what has not begun")
      }
      read(tag)
    }
    if let place = tags.brokenAt { throw xml.broken(at: place, "a tag cannot be read") }
    if !hasSuite { throw NotJUnit(description: "has no <testsuite> element; a JUnit XML file was expected") }
    if let tag = open.last { throw xml.broken(at: tag.range.lowerBound, "<\(tag.name)> has no end") }
    return xml.encoded(applied(to: xml.utf8))
  }

  private mutating func read(_ tag: XMLTags.Tag) {
    switch (tag.localName, tag.kind) {
    case ("testsuite", .start): suites.append(Suite(tag: tag))
    case ("testsuite", .end): closeSuite()
    case ("testcase", .start): testCase = Case(tag: tag)
    case ("testcase", .end): closeCase(at: tag)
    case ("testcase", .empty):
      testCase = Case(tag: tag)
      closeCase(at: tag)
    case ("failure", _), ("error", _), ("skipped", _): testCase?.hasPassed = false
    case ("flakyFailure", _), ("flakyError", _): testCase?.hasFlakes = true
    default: break
    }
  }

  private mutating func closeCase(at end: XMLTags.Tag) {
    guard let closed = testCase else { return }
    testCase = nil
    let key = flakyTests.key(classname: closed.tag["classname"] ?? "", name: closed.tag["name"] ?? "")
    if let key { found.insert(key) }
    let flakes = key.flatMap { flakyTests.all[$0] } ?? []
    guard closed.hasPassed, closed.hasFlakes || !flakes.isEmpty else { return }
    if !suites.isEmpty { suites[suites.count - 1].flakes += 1 }
    guard !closed.hasFlakes else { return }
    marked += 1
    let elements = flakes.map { $0.element(end.prefix) }.joined()
    if end.kind == .empty {
      // `<testcase … />` has to be opened for its new elements.
      let range = end.attributes.last.map { $0.range.upperBound + 1..<end.range.upperBound } ?? end.range
      edits.append(Edit(range: range, bytes: Array(">\(elements)</\(end.name)>".utf8)))
    } else {
      edits.append(Edit(range: end.range.lowerBound..<end.range.lowerBound, bytes: Array(elements.utf8)))
    }
  }

  private mutating func closeSuite() {
    guard let suite = suites.popLast(), suite.flakes > 0 else { return }
    if let old = suite.tag.attributes.first(where: { $0.name == "flakes" }) {
      edits.append(Edit(range: old.range, bytes: Array("\(suite.flakes)".utf8)))
    } else {
      let end = suite.tag.range.upperBound - 1
      edits.append(Edit(range: end..<end, bytes: Array(" flakes=\"\(suite.flakes)\"".utf8)))
    }
  }

  private func applied(to xml: [UInt8]) -> [UInt8] {
    var merged: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      merged += xml[position..<edit.range.lowerBound]
      merged += edit.bytes
      position = edit.range.upperBound
    }
    return merged + xml[position...]
  }
}

extension Flake {
  /// - Parameter prefix: The prefix of the namespace, such as `ns:`, or empty.
  fileprivate func element(_ prefix: Substring) -> String {
    let cure = cure.map { " Cure: \($0.rawValue)." } ?? ""
    let sentence =
      unit == .test ? "The test passed in run \(attempts)." : "\(action) recovered in attempt \(attempts).\(cure)"
    return
      "<\(prefix)flakyFailure message=\"\(message.escapedForASCII)\" type=\"\(unit == .test ? "rerun" : "retry")\">"
      + "<\(prefix)stackTrace>\(sentence.escapedForASCII)\n\("\(place.text): \(message)".escapedForASCII)"
      + "</\(prefix)stackTrace></\(prefix)flakyFailure>"
  }
}

/// The tests of which a step recovered, by the names that result files give them.
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

extension String {
  /// The text in XML of any encoding, with numbers for characters that are not ASCII.
  var escapedForASCII: String {
    escapedForMarkup.unicodeScalars.reduce(into: "") { escaped, scalar in
      if scalar.isASCII {
        escaped.unicodeScalars.append(scalar)
      } else {
        escaped += "&#\(scalar.value);"
      }
    }
  }
}
