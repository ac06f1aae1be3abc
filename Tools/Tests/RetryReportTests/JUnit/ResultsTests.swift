import Foundation
import Testing

@testable import RetryReport

/// What result files say about tests, in every format that shows it.
@Suite struct ResultsTests {
  private struct Document: Decodable {
    struct Test: Decodable {
      let name: String
      let status: String
      let flaky: Bool?
      let message: String?
    }
    struct Results: Decodable {
      let summary: [String: Int]
      let tests: [Test]
    }
    let results: Results
  }

  /// The tests of the Common Test Report Format, by name.
  private func tests(_ rows: [Row], _ xml: String? = nil) throws -> [String: Document.Test] {
    let timelines = TestTimelines(rows, keepsAll: true)
    var report = Report(rows)
    if let xml { report.results = try results(report, xml) }
    let text = try CTRFFormat.render(report, timelines)
    let results = try JSONDecoder().decode(Document.self, from: Data(text.utf8)).results
    for status in ["passed", "failed", "skipped", "other"] {
      #expect(results.summary[status] == results.tests.count { $0.status == status })
    }
    #expect(results.summary["tests"] == results.tests.count)
    return Dictionary(uniqueKeysWithValues: results.tests.map { ($0.name, $0) })
  }

  private func results(_ report: Report, _ xml: String) throws -> TestResults {
    var merge = JUnitMerge(report)
    _ = try merge.merge(into: Data(xml.utf8))
    return merge.results
  }

  private func row(_ test: String, _ outcome: String, by stoppedBy: String = "", kind: String = "step") -> Row {
    .sample(kind: kind, outcome: outcome, suite: "Shop.Cart", test: test, stepID: "p-s\(test)", stoppedBy: stoppedBy)
  }

  @Test func `a test's result comes from its result file`() throws {
    let rows = [row("a", "passed"), row("b", "exhausted"), row("c", "aborted", by: "error"), row("d", "recovered")]
    let xml = """
      <testsuite><testcase classname='Cart' name='a'><failure message='late'/></testcase>
      <testcase classname='Cart' name='b'/><testcase classname='Cart' name='c'/><testcase classname='Cart' name='d'/>
      <testcase classname='Cart' name='e' time='1.5'><error message='gone'/></testcase>
      <testcase classname='Cart' name='f'><skipped/></testcase><testcase classname='Cart' name='g'><flakyError/></testcase>
      </testsuite>
      """
    let tests = try tests(rows, xml)
    let statuses = [
      "a": "failed", "b": "passed", "c": "passed", "d": "passed", "e": "failed", "f": "skipped", "g": "passed",
    ]
    #expect(tests.mapValues(\.status) == statuses)
    #expect(tests.filter { $0.value.flaky == true }.keys.sorted() == ["d", "g"])
    #expect(tests["a"]?.message == "late" && tests["e"]?.message == "gone")
    // The result file says why it failed, not the step that recovered.
    let recovered = [
      Row.sample(kind: "attempt", outcome: "failed", suite: "Shop.Cart", test: "a", stepID: "p-sa", message: "lost")
    ]
    #expect(try self.tests(recovered + [row("a", "recovered")], xml)["a"]?.message == "late")
    // Of several runs, the file may be that of another.
    let other = Row.sample(suite: "Shop.Cart", test: "other", runID: "2", stepID: "q-s1")
    #expect(try self.tests(rows + [other], xml)["b"]?.status == "failed")
  }

  @Test(arguments: [
    (["step aborted skip"], "skipped"), (["step aborted cancellation"], "other"), (["step aborted error"], "other"),
    (["step aborted hook"], "failed"), (["attempt failed", "step aborted skip"], "failed"),
    (["attempt failed", "step aborted cancellation"], "failed"), (["wait timedOut time"], "failed"),
    (["begin"], "failed"), (["step passed"], "other"), (["step recovered"], "other"),
  ])
  func `without a result file no test passed`(rows: [String], status: String) throws {
    let recorded = rows.map { text in
      let parts = text.split(separator: " ").map(String.init) + ["", ""]
      return row("t", parts[1], by: parts[2], kind: parts[0])
    }
    let test = try #require(tests(recorded)["t"])
    #expect(test.status == status)
    #expect((test.message == nil) == (rows == ["step passed"]))
    #expect(test.flaky == (rows == ["step recovered"]))
  }

  /// The first run or process of testSearch failed; its result may be that of the second.
  @Test(arguments: [("2", "p-s2"), ("run", "q-s2")], ["exhausted", "passed"])
  func `the page and other formats agree on a test that ran twice`(again: (run: String, step: String), newest: String)
    throws
  {
    let rows = [newest == "passed" ? "exhausted" : "passed", newest].enumerated().map { number, outcome in
      let (run, step) = number == 0 ? ("run", "p-s1") : again
      return Row.sample(outcome: outcome, runID: run, stepID: step, startMs: 1_796_378_400_000 + Int64(number))
    }
    let xml = "<testsuite><testcase classname='SearchTests' name='testSearch'/></testsuite>"
    var full = FullReport(Report(rows), timelines: TestTimelines(rows, keepsAll: true))
    full.add(try results(full.report, xml))
    let document = try JSONDecoder().decode(
      Document.self,
      from: Data(CTRFFormat.render(full.report, full.timelines).utf8)
    )
    #expect(document.results.tests.map(\.status).sorted() == ["failed", "passed"])
    let page = HTMLFormat.render(full)
    #expect(page.contains(">Not decided: the result files may not be those of 1 test with a failed step<"))
    #expect(full.report.headline.hasPrefix("1 test passed · 1 test with a failed step may have failed. "))
    #expect(page.contains("<span class=\"bad-text\">1 of 2 first attempts failed, 1 step failed</span>"))
    #expect(page.contains("<h2 id=\"failed-tests\">") == (newest == "exhausted" || again.run == "run"))
    // Of one run, the result decides: the test may expect the failure.
    var once = FullReport([rows[newest == "passed" ? 0 : 1]])
    once.add(try results(once.report, xml))
    #expect(HTMLFormat.render(once).contains(">Passed: no test failed<"))
  }

  @Test func `a failed flaky scope explains its test`() throws {
    let failure = Row.sample(kind: "attempt", outcome: "failed", stepID: "p-s1", message: "no map", unit: "test")
    let test = Row.sample(outcome: "exhausted", stepID: "p-s1", message: "no map", unit: "test")
    var full = FullReport([failure, test])
    let xml = "<testsuite><testcase classname='SearchTests' name='testSearch'><failure/></testcase></testsuite>"
    full.add(try results(full.report, xml))
    let page = HTMLFormat.render(full)
    #expect(page.contains(": no map</p>") || page.contains(": no map\n"))
    #expect(!page.contains("failed outside its steps"))
    // A step that failed says more.
    let step = Row.sample(outcome: "exhausted", action: "Pay", stepID: "p-s2", message: "sold out")
    #expect(TestTimelines([step, failure, test]).failed.all.flatMap(\.steps).map(\.row.action) == ["Pay"])
  }

  @Test func `a test whose last run failed did not pass, whatever a file says`() throws {
    let row = Row.sample(outcome: "exhausted", suite: "Shop.Cart", test: "t", stepID: "p-s1", unit: "test")
    let xml = "<testsuite><testcase classname='Cart' name='t'/></testsuite>"
    #expect(try tests([row], xml)["t"]?.status == "failed")
    var full = FullReport([row])
    full.add(try results(full.report, xml))
    #expect(HTMLFormat.render(full).contains("1 test with a failed step may have failed"))
  }

  @Test(arguments: [false, true])
  func `a test whose process died in a wait has failed, in each format`(isInStep: Bool) throws {
    let wait = Row.sample(
      kind: "begin",
      suite: "Shop.Cart",
      test: "t",
      stepID: "p-s2",
      parentStepID: isInStep ? "p-s1" : "",
      unit: "wait"
    )
    let step = Row.sample(kind: "begin", suite: "Shop.Cart", test: "t", stepID: "p-s1")
    let rows = (isInStep ? [step] : []) + [wait]
    #expect(try tests(rows)["t"]?.status == "failed")
    // Another process of the run may have repeated the test.
    #expect(try tests(rows, "<testsuite><testcase classname='Cart' name='t'/></testsuite>")["t"]?.status == "failed")
    #expect(try tests(rows)["t"]?.message == "The process ended during this attempt.")
    let page = HTMLFormat.render(FullReport(rows))
    #expect(page.contains("Wait: Launch") && page.contains("did not finish"))
  }

  @Test(arguments: [
    ("<testsuite errors='1'><testcase name='a'/></testsuite>", 1),
    ("<testsuite errors='1'><error message='no setup'/><testcase name='a'/></testsuite>", 1),
    (
      "<testsuites errors='1'><testsuite errors='1' tests='0'/><testsuite><testcase name='a'/></testsuite></testsuites>",
      1
    ),
    ("<testsuites failures='2'><testsuite failures='1' errors='1'/></testsuites>", 1),
    (
      "<testsuite failures='3'><testcase name='a'><failure/><failure/></testcase><testcase name='b' status='failed'/></testsuite>",
      0
    ),
    ("<testsuite><testsuite failures='1'><testcase name='a'><failure/></testcase></testsuite></testsuite>", 0),
    ("<testsuite errors='9223372036854775807' failures='9223372036854775807'/>", 1),
    ("<testsuite failures='99999999999999999999'/>", 1), ("<testsuite failures=' 1 ' errors='x'/>", 1),
    ("<testsuite failed='1.0'/>", 1), ("<testsuite status='failed'><testcase name='a'/></testsuite>", 1),
    ("<testsuite success='false'><testcase name='a'><failure/></testcase></testsuite>", 0),
    ("<testsuite status='finished' failures='-1'><testcase name='a'/></testsuite>", 0),
  ])
  func `a failure of a suite that is in no test counts`(xml: String, count: Int) throws {
    var report = Report([row("t", "passed")])
    report.results = try results(report, xml)
    #expect(report.results?.failuresOutsideTests.count == count)
    #expect(report.headline.contains("1 failure outside tests") == (count == 1))
    if count == 1 { #expect(HTMLFormat.render(FullReport(report)).contains("<title>1 failed")) }
    #expect(try JSONFormat.render(report).contains("\"failuresOutsideTests\" : \(count),"))
    #expect(try tests([row("t", "passed")], xml)["outside tests"]?.status == (count == 1 ? "failed" : nil))
  }

  @Test func `no file of the nine tools has a failure outside its tests`() throws {
    let folder = Golden.folder.appendingPathComponent("../../Results").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files where file.pathExtension == "xml" {
      let results = try results(Report([]), String(decoding: Data(contentsOf: file), as: UTF8.self))
      #expect(results.failuresOutsideTests.isEmpty, "\(file.lastPathComponent)")
    }
    #expect(files.count > 8)
  }

  @Test(arguments: [
    ("status='untested'", "<skipped/>", "skipped"), ("status='untested'", "", "skipped"), ("status='0'", "", "passed"),
    ("status='run' result='completed'", "", "passed"), ("status='PASSED'", "", "passed"), ("status=''", "", "passed"),
    ("status='broken'", "", "failed"), ("status='failed'", "<skipped/>", "failed"),
    ("", "<skipped/><failure/>", "failed"),
    ("status='skipped' result='failed'", "", "failed"), ("success='False'", "", "failed"),
    ("executed='false'", "", "skipped"), ("outcome='Failed'", "", "failed"),
    ("state='passed' aborted='true'", "", "failed"),
    ("", "<disabled/>", "skipped"), ("", "<Ignored/>", "skipped"), ("", "<FAILURE/>", "failed"),
    ("", "<timeout/>", "failed"),
    ("", "<rerunFailure/>", "failed"), ("", "<skipped/><cancelled/>", "failed"),
    ("", "<system-out/><properties/>", "passed"),
  ])
  func `a case has the worst of its status and its elements`(status: String, inside: String, outcome: String) throws {
    let xml = "<testsuite><testcase name='a' \(status)>\(inside)</testcase></testsuite>"
    #expect(try results(Report([]), xml).tests.values.map(\.outcome.rawValue) == [outcome])
  }

  @Test func `a class name in two modules is not marked without a module`() throws {
    // One of the modules has no recovered step, or no step in this test.
    let rows = [("Shop.Cart", "t", "recovered"), ("Bar.Cart", "u", "passed")].map {
      Row.sample(outcome: $0.2, suite: $0.0, test: $0.1, stepID: $0.0)
    }
    var merge = JUnitMerge(Report(rows))
    let short = Data("<testsuite><testcase classname='Cart' name='t'/></testsuite>".utf8)
    #expect(try merge.merge(into: short) == short)
    #expect(merge.ambiguous == ["Cart"] && merge.results.count(.recovered) == 0)
    _ = try merge.merge(into: Data("<testsuite><testcase classname='Shop.Cart' name='t'/></testsuite>".utf8))
    #expect(merge.marked == 1)
  }

  @Test func `two cases with the names of one recorded test are not marked without a module`() throws {
    let (short, full) = ("<testcase classname='Cart' name='t'/>", "<testcase classname='Shop.Cart' name='t'/>")
    for other in [short, "<testcase classname='Cart' name='t'><failure/></testcase>"] {
      var merge = JUnitMerge(Report([row("t", "recovered")]))
      let xml = Data("<testsuites><testsuite>\(short)</testsuite><testsuite>\(other)</testsuite></testsuites>".utf8)
      #expect(try merge.merge(into: xml) == xml)
      #expect(merge.ambiguous == ["Cart"] && merge.missing == ["Shop.Cart/t"])
    }
    var merge = JUnitMerge(Report([row("t", "recovered")]))
    _ = try merge.merge(into: Data("<testsuite>\(full)\(full)</testsuite>".utf8))
    #expect(merge.marked == 2 && merge.ambiguous.isEmpty)
  }

  @Test func `the list of tests on the page has their results`() throws {
    var full = FullReport(Row.flake("s", of: "busy"))
    let xml = "<testsuite><testcase classname='SearchTests' name='testSearch'>"
    full.report.results = try results(full.report, xml + "<failure/></testcase></testsuite>")
    #expect(
      HTMLFormat.render(full).contains("<span class=\"bad-text\">test failed, 1 of 1 first attempt failed</span>")
    )
    full.report.results = try results(full.report, xml + "</testcase></testsuite>")
    #expect(HTMLFormat.render(full).contains("<span class=\"flaky-text\">test passed only after a retry, 1 of"))
  }
}
