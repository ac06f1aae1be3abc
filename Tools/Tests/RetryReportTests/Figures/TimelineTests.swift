import Testing

@testable import RetryReport

@Suite struct TimelineTests {
  private static let start: Int64 = 1_796_378_400_000

  /// A failed attempt, with its start relative to that of the test.
  private func attempt(_ number: Int, of step: String, at ms: Int64, for durationMs: Int64, waiting: Int64 = 0) -> Row {
    .sample(
      kind: "attempt",
      outcome: "failed",
      attempt: number,
      stepID: step,
      startMs: Self.start + ms,
      durationMs: durationMs,
      waitMs: waiting
    )
  }

  private func bars(_ rows: [Row]) -> [String] {
    TestTimelines(rows).steps.flatMap(\.bars).map {
      "\($0.sort) \($0.startMs - Self.start)-\($0.endMs - Self.start)"
    }
  }

  /// The row as one of a step that took a second.
  private func step(_ row: Row) -> Row {
    var row = row
    (row.startMs, row.durationMs) = (Self.start, 1_000)
    return row
  }

  @Test func `the bars of attempts and waits follow the records`() {
    let rows = [
      attempt(1, of: "s1", at: 0, for: 200, waiting: 150), attempt(2, of: "s1", at: 300, for: 100),
      step(.sample(outcome: "recovered", attempt: 3, resets: 1, cure: "resetting", waitMs: 300, taxMs: 600)),
    ]
    #expect(
      bars(rows) == [
        "failed 0-200", "wait 50-200", "failed 300-400", "succeeded 600-1000",
      ]
    )
  }

  @Test func `the cases of a parameterized test are apart`() {
    let rows = ["1", "2", ""].map { arguments in
      var row = Row.sample(outcome: "exhausted", stepID: "s\(arguments)", taxMs: 5)
      row.arguments = arguments
      return row
    }
    let tests = TestTimelines(rows).all
    let name = "ShopTests.SearchTests/testSearch"
    #expect(tests.map(\.test) == [name, "\(name), arguments: 1", "\(name), arguments: 2"])
    #expect(HTMLFormat.render(FullReport(rows)).ranges(of: "1 of 1 first attempt failed, 1 step failed").count == 3)
  }

  @Test func `the success of a step that recovered by waiting is at its end`() {
    let rows = [
      attempt(1, of: "s1", at: 0, for: 200),
      step(.sample(outcome: "recovered", cure: "waiting", waitMs: 800, taxMs: 800)),
    ]
    #expect(bars(rows) == ["failed 0-200", "succeeded 1000-1000"])
  }

  @Test func `an attempt without a row is not drawn`() {
    // The second of three attempts has no row.
    let gap = [
      attempt(1, of: "s1", at: 0, for: 100), attempt(3, of: "s1", at: 500, for: 100),
      step(.sample(outcome: "exhausted", attempt: 3)),
    ]
    #expect(bars(gap) == ["failed 0-100", "failed 500-600"])
    #expect(bars([attempt(1, of: "s1", at: 0, for: 100)]) == ["failed 0-100"])
    #expect(bars([step(.sample(outcome: "exhausted", attempt: 4, resets: 3))]) == [])
  }

  @Test func `a timeline shows passed steps if another step failed`() {
    let failed = attempt(1, of: "b", at: 2_000, for: 10)
    #expect(bars([step(.sample(outcome: "passed", waitMs: 400))]) == [])
    #expect(
      bars([step(.sample(outcome: "passed", waitMs: 400)), failed]).prefix(2) == ["succeeded 0-1000", "wait 600-1000"]
    )
  }

  @Test
  func `a test with a failed outermost step comes first`() {
    func row(_ test: String, _ outcome: String, id: String, in parent: String = "", tax: Int64) -> Row {
      .sample(outcome: outcome, test: test, stepID: id, parentStepID: parent, startMs: Self.start, taxMs: tax)
    }
    let rows = [
      row("slow", "exhausted", id: "s1", in: "s2", tax: 900), row("slow", "recovered", id: "s2", tax: 900),
      row("red", "exhausted", id: "r1", tax: 10),
    ]
    #expect(TestTimelines(rows).all.map(\.test) == ["ShopTests.SearchTests/red", "ShopTests.SearchTests/slow"])
    let page = HTMLFormat.render(FullReport(rows))
    #expect(page.contains("<span class=\"bad-text\">1 of 1 first attempt failed, 1 step failed</span>"))
    #expect(page.contains("<span class=\"flaky-text\">2 of 2 first attempts failed</span>"))
    // If a process dies in a nested step, one outermost step has failed.
    let died = [("d1", "d2"), ("d2", "")].map { id, parent in
      Row.sample(kind: "attempt", outcome: "failed", stepID: id, parentStepID: parent)
    }
    #expect(HTMLFormat.render(FullReport(died)).contains("2 of 2 first attempts failed, 1 step failed</span>"))
  }

  @Test func `steps that began at the same time are ordered by their end`() throws {
    let rows = [("first", 0), ("second", 30)].map { name, duration in
      Row.sample(outcome: "exhausted", action: name, stepID: name, startMs: Self.start, durationMs: Int64(duration))
    }
    #expect(try #require(TestTimelines(rows).all.first).tree.roots.map(\.row.stepID) == ["first", "second"])
  }

  @Test func `steps are inside their parents, even in a circle`() throws {
    func row(_ id: String, in parent: String, at ms: Int64) -> Row {
      .sample(outcome: "exhausted", action: id, stepID: id, parentStepID: parent, startMs: Self.start + ms, taxMs: 10)
    }
    let rows = [
      row("inner", in: "middle", at: 2), row("middle", in: "outer", at: 1), row("outer", in: "gone", at: 0),
      row("self", in: "self", at: 3), row("x", in: "y", at: 4), row("y", in: "x", at: 4),
    ]
    let tree = try #require(TestTimelines(rows).all.first).tree
    #expect(tree.roots.map(\.row.stepID) == ["outer", "self"])
    #expect(tree.inside["outer"]?.map(\.row.stepID) == ["middle"])
    #expect(tree.inside["middle"]?.map(\.row.stepID) == ["inner"])
    let page = HTMLFormat.render(FullReport(rows))
    for name in ["outer", "middle", "inner", "self"] {
      #expect(page.matches(of: try Regex("<span class=\"name\">\(name) ")).count == 1)
    }
  }

  @Test func `each id on the page is unique, even if two steps have one id`() {
    let rows = [1, 2].map { Row.sample(outcome: "exhausted", attempt: $0, stepID: "a", taxMs: 5) }
    let page = HTMLFormat.render(FullReport(rows))
    for step in 0...1 { #expect(page.matches(of: try! Regex("id=\"step-1-\(step)\"")).count == 1) }
    #expect(page.matches(of: /<span class="name">/).count == 2)
  }

  @Test func `steps outside tests have a heading`() {
    let page = HTMLFormat.render(FullReport([.sample(outcome: "exhausted", suite: "", test: "")]))
    #expect(page.contains("<summary><h3>Outside tests</h3> "))
  }

  @Test func `tests of two processes or of two runs are separate`() {
    let rows = [("p-s1", "1"), ("p-s1", "2"), ("q-s1", "1"), ("p-s2", "1")].map { id, run in
      Row.sample(outcome: "exhausted", runID: run, stepID: id, taxMs: 5)
    }
    #expect(TestTimelines(rows).all.map(\.steps.count) == [2])
  }

  @Test func `of many steps in a test the failed ones are kept first`() throws {
    let passed = (0..<300).map { Row.sample(stepID: "p\($0)") }
    let failed = (0..<70).map { Row.sample(outcome: "recovered", attempt: 2, stepID: "f\($0)", taxMs: 1) }
    let test = try #require(TestTimelines(passed + failed).all.first)
    #expect(test.steps.count == TestTimeline.mostSteps)
    #expect(test.steps.count { $0.hasFailed } == 50)
    #expect(test.omitted == 270)
    #expect(HTMLFormat.render(FullReport(passed + failed)).contains("and 270 more steps"))
  }

  @Test func `of many tests the costliest are kept`() {
    let rows = (0..<1_000).map {
      Row.sample(outcome: "recovered", test: "t\($0)", stepID: "\($0)", taxMs: Int64($0 * 7 % 1_000))
    }
    let timelines = TestTimelines(rows)
    #expect(timelines.total == 1_000)
    #expect(timelines.all.map(\.taxMs) == Array((800..<1_000).reversed()))
    #expect(timelines.shown(for: [], mostSteps: 5).joined().map(\.taxMs) == [999, 998, 997, 996, 995])
  }

  @Test func `each action has an example, even if others are costlier`() {
    let costly = (0..<500).map { Row.sample(outcome: "exhausted", test: "t\($0)", stepID: "\($0)", taxMs: 100) }
    let rare = Row.sample(outcome: "recovered", action: "Rare", attempt: 2, test: "rare", stepID: "r", taxMs: 1)
    let page = HTMLFormat.render(FullReport(costly + [rare]))
    #expect(page.contains("<a href=\"#step-501-0\">Rare</a>"))
    #expect(page.contains("id=\"step-501-0\""))
  }

  @Test func `concurrent tests stay complete, and memory is limited`() {
    func rows(_ tests: Int, rounds: Int) -> [Row] {
      (0..<rounds).flatMap { round in
        (0..<tests).map { Row.sample(outcome: "exhausted", test: "t\($0)", stepID: "\(round)x\($0)", taxMs: 1) }
      }
    }
    #expect(TestTimelines(rows(100, rounds: 3)).all.allSatisfy { $0.steps.count == 3 })
    var open = OpenTests()
    var over: [TestTimeline] = []
    for row in rows(OpenTests.mostSteps + 1, rounds: 1) { over += open.add(Timeline(row: row, attempts: [])) }
    #expect(over.count == OpenTests.mostSteps / 2 + 1)
    #expect(over.first?.test.hasSuffix("t0") == true)
    #expect(open.endOfInput().count == OpenTests.mostSteps / 2)
    // The first test has a step again, so another one is the oldest.
    var busy = OpenTests()
    let many = rows(OpenTests.mostSteps, rounds: 1)
    over = (many[..<(many.count - 1)] + [many[0], many[many.count - 1]]).flatMap {
      busy.add(Timeline(row: $0, attempts: []))
    }
    #expect(over.first?.test.hasSuffix("/t1") == true)
    #expect(!over.contains { $0.test.hasSuffix("/t0") })
  }

  @Test func `a wrong clock does not move bars off the page`() {
    let axis = TimeAxis(span: Self.start...Self.start + 100)
    func lane(_ axis: TimeAxis, _ start: Int64, _ duration: Int64) -> String {
      axis.lane(Timeline(row: .sample(startMs: start, durationMs: duration), attempts: [])).map(\.text).joined()
    }
    #expect(lane(axis, 0, 50).contains("left:0.00%;width:0.40%"))
    #expect(lane(axis, Self.start + 100, .max).contains("left:99.60%;width:0.40%"))
    #expect(lane(TimeAxis(span: 5...5), 5, 0).contains("left:0.00%;width:0.40%"))
    let rows = [Row.sample(outcome: "exhausted", startMs: 0, durationMs: 5), step(.sample(outcome: "exhausted"))]
    #expect(TestTimelines(rows).all.map(\.span) == [Self.start...Self.start + 1_000])
  }
}
