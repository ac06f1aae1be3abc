package import Foundation

#if canImport(FoundationXML)
  package import FoundationXML
#endif

/// The test cases of a JUnit file.
package final class JUnitFile: NSObject, XMLParserDelegate {
  struct Case {
    /// The name, from its `classname` and its `name`.
    let name: TestName
    /// The prefix of the name of its element, such as `j:`.
    let prefix: Substring
    /// The outcome in the file, without regard to flakes.
    fileprivate(set) var outcome = TestResults.Outcome.passed
    fileprivate(set) var hasFlakes = false
    /// The message of its first failure.
    fileprivate(set) var message = ""
    /// The duration in milliseconds.
    let duration: Int64
    /// The number of its failures and errors.
    fileprivate var failures = 0
  }

  /// A suite whose end tag has not come yet.
  private struct Suite {
    let name: String
    /// The failures and errors that it claims to have.
    let claimed: Int
    var found = 0
  }

  /// The attributes with a result, and its values for a passed test; most tools write an element for any other result.
  private static let resultAttributes = ["status", "result", "outcome", "state"]
  private static let passes: Set<String> = [
    "", "passed", "pass", "success", "successful", "succeeded", "ok", "run", "ran", "executed", "completed", "0",
  ]
  /// The values of `status` and `result` for a test that did not run.
  private static let skips: Set<String> = [
    "skipped", "skip", "notrun", "untested", "disabled", "suppressed", "ignored", "pending",
  ]
  /// The attributes that some tools write instead, with the value of a test that did not pass.
  private static let flags: [String: (value: String, outcome: TestResults.Outcome)] = [
    "success": ("false", .failed), "passed": ("false", .failed), "failed": ("true", .failed),
    "aborted": ("true", .failed), "executed": ("false", .skipped),
  ]
  /// The elements of a test that did not pass, other than failures and errors, in lower case.
  private static let troubles: Set<String> = [
    "failed", "rerunfailure", "rerunerror", "timeout", "timedout", "aborted", "canceled", "cancelled", "interrupted",
    "crashed", "blocked",
  ]
  /// The numbers of libxml2's warnings about namespaces, versions and languages.
  private static let warnings = 97...100

  /// The test cases, in the order of their end tags.
  private(set) var cases: [Case] = []
  /// The number of cases with each name.
  private lazy var namesakes = Dictionary(grouping: cases, by: \.name).mapValues(\.count)
  private(set) var failuresOutsideTests: [TestResults.FailureOutsideTests] = []
  private let text: XMLText
  private var failure: String?
  private var hasSuite = false
  private var hasRoot = false
  private var depth = 0
  /// The cases whose end tag has not come yet.
  private var open: [Case] = []
  private var suites: [Suite] = []

  /// - Throws: If it is not XML, or not a JUnit file.
  init(_ document: Data) throws(JUnitMerge.NotJUnit) {
    text = try XMLText(document)
    super.init()
    let parser = XMLParser(stream: InputStream(data: Data(text.markup)))
    parser.delegate = self
    let hasParsed = parser.parse()
    if failure == nil, !hasRoot || !hasParsed || depth > 0 { fail(parser, parser.parserError) }
    if let failure { throw JUnitMerge.NotJUnit(description: "\(failure), and was not changed") }
    if !hasSuite {
      throw JUnitMerge.NotJUnit(
        description: "has no <testsuite> element; a JUnit XML file was expected",
        isOtherXML: true
      )
    }
  }

  /// Whether no other case has the names of a case.
  func isOnlyOne(_ testCase: Case) -> Bool { namesakes[testCase.name] == 1 }

  /// The document with elements at the end of some cases; nothing else in it changes.
  func adding(_ elements: (Case) -> String) -> Data { text.adding(cases.map(elements)) }

  private func fail(_ parser: XMLParser, _ error: (any Error)?) {
    let code = (error as? NSError)?.code ?? 0
    if failure != nil || Self.warnings.contains(code) { return }
    failure =
      switch code {
      case 0, 4: "is not an XML file"
      case 1, 2, 110: "has a value or a nesting that is too large for libxml2, in line \(parser.lineNumber)"
      default: "is malformed in line \(parser.lineNumber) (libxml2 error \(code))"
      }
  }

  package func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { fail(parser, error) }

  package func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    hasRoot = true
    depth += 1
    note(name, attributes)
  }

  private func note(_ name: String, _ attributes: [String: String]) {
    let (local, last) = (name.localName, open.count - 1)
    switch local {
    case "testsuite", "testsuites":
      hasSuite = true
      let claims = ["failures", "errors", "failed"].map { key in
        let number = Double(attributes[key]?.trimmingCharacters(in: .whitespaces) ?? "") ?? 0
        return number > 0 ? Int(min(number, 1_000_000)) : 0
      }
      // In a suite, words such as "finished" say nothing.
      let results = Self.resultAttributes.compactMap { attributes[$0]?.lowercased() }
      let hasFailed =
        results.contains { $0.hasPrefix("fail") || $0 == "error" } || Self.flagged(attributes).contains(.failed)
      let claimed = max(claims.reduce(0, +), hasFailed ? 1 : 0)
      suites.append(Suite(name: attributes["name"] ?? "", claimed: claimed))
    case "testcase":
      let test = TestName(suite: attributes["classname"] ?? "", name: attributes["name"] ?? "")
      let seconds = attributes["time"].flatMap { Double($0.replacing(",", with: "")) } ?? 0
      let duration = (0...1e9).contains(seconds) ? Int64(seconds * 1_000) : 0
      var testCase = Case(name: test, prefix: name.dropLast(local.count), duration: duration)
      for outcome in Self.outcomes(attributes) where testCase.outcome != .failed { testCase.outcome = outcome }
      open.append(testCase)
    case "failure", "error":
      let message = attributes["message"] ?? ""
      if last >= 0 {
        if open[last].failures == 0 { open[last].message = message }
        open[last].failures += 1
        open[last].outcome = .failed
      } else if let suite = suites.last {
        suites[suites.count - 1].found += 1
        failuresOutsideTests.append((suite.name, message))
      }
    case "flakyfailure", "flakyerror": if last >= 0 { open[last].hasFlakes = true }
    case _ where last < 0 || open[last].outcome == .failed: break
    case _ where Self.skips.contains(local): open[last].outcome = .skipped
    case _ where Self.troubles.contains(local): open[last].outcome = .failed
    default: break
    }
  }

  /// The results other than a pass that the attributes of a test name.
  private static func outcomes(_ attributes: [String: String]) -> [TestResults.Outcome] {
    let results = resultAttributes.compactMap { attributes[$0]?.lowercased() }.filter { !passes.contains($0) }
    return results.map { skips.contains($0) ? .skipped : .failed } + flagged(attributes)
  }

  private static func flagged(_ attributes: [String: String]) -> [TestResults.Outcome] {
    flags.filter { attributes[$0.key]?.lowercased() == $0.value.value }.map(\.value.outcome)
  }

  /// Ends a suite; one that claims more failures than it has names them nowhere else.
  private func closeSuite() {
    guard let suite = suites.popLast() else { return }
    if suite.claimed > suite.found { failuresOutsideTests.append((suite.name, "")) }
    if !suites.isEmpty { suites[suites.count - 1].found += max(suite.claimed, suite.found) }
  }

  package func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    depth -= 1
    if name.localName == "testcase", let testCase = open.popLast() {
      cases.append(testCase)
      if !suites.isEmpty {
        suites[suites.count - 1].found += max(testCase.failures, testCase.outcome == .failed ? 1 : 0)
      }
    }
    if ["testsuite", "testsuites"].contains(name.localName) { closeSuite() }
  }
}
