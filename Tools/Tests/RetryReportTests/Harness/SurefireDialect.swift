import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Surefire's dialect of JUnit's XML: the possible children of each element, and the required attributes.
///
/// A suite has test cases. A test case has a name and a class, and at most one verdict: `failure`, `error` or
/// `skipped`. One that passed may have any number of `flakyFailure` and `flakyError`, each with a `type`, perhaps a
/// `message`, and inside the `stackTrace` and the output to `system-out` and `system-err`. A suite may count its flaky
/// test cases in `flakes`.
final class SurefireDialect: NSObject, XMLParserDelegate {
  private static let children: [String: Set<String>] = [
    "": ["testsuites", "testsuite"],
    "testsuites": ["testsuite"],
    "testsuite": ["properties", "testcase", "system-out", "system-err"],
    "properties": ["property"],
    "testcase": [
      "failure", "error", "skipped", "flakyFailure", "flakyError", "rerunFailure", "rerunError", "system-out",
      "system-err",
    ],
    "flakyFailure": ["stackTrace", "system-out", "system-err"],
    "flakyError": ["stackTrace", "system-out", "system-err"],
  ]
  private static let required: [String: Set<String>] = [
    "testsuite": ["name", "tests", "errors", "failures"],
    "testcase": ["name", "classname"],
    "flakyFailure": ["type"],
    "flakyError": ["type"],
    "property": ["name"],
  ]
  private static let counts: Set<String> = ["tests", "errors", "failures", "skipped", "flakes"]

  private var path: [String] = []
  private var verdicts: Set<String> = []
  private var flakyCases = 0
  private var flakes = ""
  private var problems: [String] = []

  static func problems(in xml: String) throws -> [String] {
    let dialect = SurefireDialect()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = dialect
    if !parser.parse() { dialect.problems.append("not well-formed: \(parser.parserError.map { "\($0)" } ?? "")") }
    return dialect.problems
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    let parent = path.last ?? ""
    if !(Self.children[parent] ?? []).contains(name) { problems.append("<\(name)> in <\(parent)>") }
    for key in Self.required[name] ?? [] where attributes[key] == nil { problems.append("<\(name)> without \(key)") }
    for (key, value) in attributes where Self.counts.contains(key) && Int(value) == nil {
      problems.append("\(key)=\(value)")
    }
    if name == "testsuite" { (flakyCases, flakes) = (0, attributes["flakes"] ?? "0") }
    if name == "testcase" { verdicts = [] }
    if parent == "testcase" { verdicts.insert(name) }
    path.append(name)
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    path.removeLast()
    if name == "testcase" {
      let isFlaky = !verdicts.isDisjoint(with: ["flakyFailure", "flakyError"])
      if isFlaky { flakyCases += 1 }
      let failed = verdicts.intersection(["failure", "error", "skipped"])
      if failed.count > 1 || (isFlaky && !failed.isEmpty) { problems.append("verdicts \(verdicts.sorted())") }
    }
    if name == "testsuite", Int(flakes) != flakyCases { problems.append("flakes=\(flakes) for \(flakyCases)") }
  }
}
