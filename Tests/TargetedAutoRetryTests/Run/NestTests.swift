import Testing

@testable import TargetedAutoRetry

@Suite struct NestTests {
  @Test func `three levels where everything fails run 4 × 4 × 4 actions`() {
    let bench = Workbench()
    var actions = [0, 0, 0]
    var conditions = [0, 0, 0]
    var resets = [0, 0, 0]
    func step(_ level: Int) -> Int {
      func isMet() -> Bool {
        conditions[level] += 1
        return false
      }
      return bench.step(failsTest: false, until: isMet, reset: { resets[level] += 1 }) {
        actions[level] += 1
        if level < 2 { _ = step(level + 1) }
      }
    }
    let returned = bench.run { step(0) }
    #expect(returned == 4)
    #expect(actions == [4, 16, 64])
    #expect(conditions == [4, 16, 64])
    #expect(resets == [3, 12, 48])
    #expect(bench.failures.isEmpty)
  }

  /// Without `RetryableTestCase`, nothing is held back: the inner failure fails the test, and the attempt does not see it.
  @Test(arguments: [true, false])
  func `a failed inner step fails its attempt, or a plain test`(holdsBack: Bool) {
    let bench = Workbench(holdsBack: holdsBack)
    var outer = 0
    let retries = bench.run {
      bench.step("Outer") {
        outer += 1
        bench.step("Inner", retries: 0, until: { outer == 2 })
      }
    }
    #expect(retries == (holdsBack ? 1 : 0))
    #expect(bench.failures.map { $0.message.contains("[FAIL] Inner failed: ") } == (holdsBack ? [] : [true]))
  }

  @Test func `the failure of a step names the innermost failed step`() throws {
    let bench = Workbench()
    let line: UInt = #line + 4
    try bench.run {
      try bench.step("Outer", retries: 0, until: { false }) {
        try bench.step("Middle", retries: 0, failsTest: false, until: { false }) {
          try bench.step("Sign In", retries: 0, failsTest: false) { throw NotYet() }
        }
        bench.step(retries: 0, failsTest: false, until: { false })
      }
    }
    let cause =
      "The success condition was still false 0 ms after the action (checked once) "
      + "(in Sign In at NestTests.swift:\(line): threw NotYet())."
    #expect(bench.failures.first?.message.hasSuffix("1 attempt in 0 ms. Cause: \(cause)") == true)
    #expect(bench.log.contains("♻️♻️♻️🔎 [CAUSE: 0] \(cause)"))
    let inner = try #require(bench.heard.last?.innermostFailure)
    #expect(inner.step.name == "Sign In" && inner.last.words == "threw NotYet()")
    #expect(inner.step.callSite.path == #filePath && inner.step.callSite.line == line)
  }

  @Test func `of several inner steps, the first that failed is named`() {
    let bench = Workbench()
    bench.run {
      bench.step(retries: 0, until: { false }) {
        bench.autoWait("Banner", for: .zero, failTestOnFailure: false) { false }
        bench.autoWait("Basket", for: .zero) { false }
        bench.autoWait("Total", for: .zero) { false }
      }
    }
    #expect(bench.failures.last?.message.contains("(in Basket at ") == true)
  }

  @Test func `an inner step that failed is forgotten after its attempt`() {
    let bench = Workbench()
    var attempts = 0
    bench.run {
      bench.step(retries: 1, until: { false }) {
        attempts += 1
        if attempts == 1 { bench.step(retries: 0, failsTest: false, until: { false }) }
      }
    }
    let message = bench.failures.first?.message ?? ""
    let cause = "cause: The success condition was still false 0 ms after the action (checked once)"
    #expect(message.contains("First \(cause) (in ") && message.hasSuffix("Last \(cause)."))
  }

  @Test(arguments: [(3, "64"), (2, nil)] as [(Int, String?)])
  func `a nest that can multiply beyond thirty runs says so once`(retries: Int, count: String?) {
    let bench = Workbench()
    bench.run {
      bench.step("Outer", retries: retries, failsTest: false, until: { false }) {
        bench.step("Middle", retries: retries, failsTest: false, until: { false }) {
          bench.step("Inner", retries: retries, failsTest: false, until: { false })
        }
      }
    }
    let hints = bench.log.filter { $0.contains("[HINT]") }
    #expect(hints.count == (count == nil ? 0 : 1))
    #expect(hints.first?.contains("Inner can run \(count ?? "") times.") ?? true)
  }

  @Test func `retries without a number do not multiply`() {
    let bench = Workbench()
    bench.run {
      bench.step("Outer", retries: .max, until: { true }) {
        bench.step("Inner", retries: .max, until: { RetryAttempt.current?.number == 2 })
        bench.step("Inner", retries: .max - 1, until: { RetryAttempt.current?.number == 2 })
      }
    }
    #expect(!bench.log.contains { $0.contains("[HINT]") })
  }

  /// Frames are larger under a sanitizer.
  @Test(.enabled(if: !ThreadSanitizer.isOn), arguments: [true, false])
  func `a nested synchronous step needs at most 10 KB of the stack`(isQuiet: Bool) {
    let bench = Workbench(isQuiet: isQuiet)
    var places: [UInt] = []
    func see(_ levels: Int) -> Bool {
      withUnsafePointer(to: levels) { places.append(UInt(bitPattern: $0)) }
      return levels > 0
    }
    func nest(_ levels: Int) {
      if see(levels) { bench.autoRetry(mainAction: { nest(levels - 1) }, successCondition: { true }) }
    }
    func nestClosures(_ levels: Int) {
      if see(levels) {
        bench.autoRetry("Open") {
          nestClosures(levels - 1)
        } until: {
          true
        } reset: {
        }
      }
    }
    bench.run {
      nest(20)
      nestClosures(20)
    }
    #expect((places[0] - places[20]) / 20 < 10_000)
    #expect((places[21] - places[41]) / 20 < 10_000)
  }

  @Test func `ten thousand asynchronous steps are nested`() async {
    let bench = Workbench(isQuiet: true)
    let reached = Locked(0)
    @Sendable func nest(_ levels: Int) async {
      guard levels > 0 else { return reached.withLock { $0 += 1 } }
      await bench.autoRetry(mainAction: { await nest(levels - 1) }, successCondition: { true })
    }
    await bench.run { () async in await nest(10_000) }
    #expect(reached.withLock { $0 } == 1)
  }

  @Test func `causes that differ only in their measured times are one`() {
    let bench = Workbench()
    var checks = 0
    func isMet() -> Bool {
      checks += 1
      bench.time.advance(by: .milliseconds(checks))
      return false
    }
    bench.run { bench.step(retries: 1, until: isMet) }
    let cause = "in 3 ms. Cause: The success condition was still false 1 ms after the action (checked once)."
    #expect(bench.failures.first?.message.hasSuffix(cause) == true)
  }

  @Test func `a step that another test case left behind is not around`() {
    let mine = ObjectIdentifier(Marker())
    let other = ObjectIdentifier(Marker.self)
    let ofTestCase = Step.sample(of: other)
    // Such as the step of a page object.
    let ofNoTestCase = Step.sample(inside: ofTestCase)
    for step in [ofTestCase, ofNoTestCase] {
      #expect(!step.mayEnclose(mine))
      #expect(step.mayEnclose(other))
      #expect(step.mayEnclose(nil as ObjectIdentifier?))
    }
  }
}

private final class Marker {}
