import Testing

@testable import TargetedAutoRetry

/// The values that conditions note for the causes of their failures.
@Suite struct NotedTests {
  private static let stillFalse = "The success condition was still false 0 ms after the action (checked once)"

  /// The causes of the attempts of a step with such a condition, as the log has them.
  private func causes(
    policy: RetryPolicy = RetryPolicy(retryAttempts: 0),
    of condition: @escaping () throws -> Bool?
  ) -> [String] {
    let bench = Workbench()
    _ = try? bench.run { try bench.step("Open", failsTest: false, policy: policy, until: condition) }
    return bench.causes
  }

  @Test func `the cause shows the values of the last check everywhere`() throws {
    let bench = Workbench()
    let policy = RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(5), pollingInterval: .seconds(1))
    var checks = 0
    bench.run {
      bench.step(
        "Open",
        policy: policy,
        until: {
          checks += 1
          return noted("about:blank" as String?, as: "URL") == "shop" && noted(checks, as: "checks") == 0
        }
      )
      checks = 0
      bench.step(
        "Count",
        policy: policy,
        until: { noted(checks += 1, as: "nothing") != () || noted(checks, as: "checks") == 9 }
      )
    }
    let text = #"The success condition was false after 5.0 s (limit of the call): URL was "about:blank"."#
    let count =
      "The success condition was false after 5.0 s (limit of the call): nothing was (), checks was 6."
    #expect(bench.causes == [text, count])
    #expect(bench.log.filter { $0.contains("[CAUSE: ") } == [text, count].map { "♻️♻️♻️🔎 [CAUSE: 0] \($0)" })
    #expect(bench.failures.map { $0.message.hasSuffix("Cause: \(text)") } == [true, false])
    #expect(bench.heard.map { if case .condition = $0.cause { true } else { false } } == [true, true])
  }

  @Test func `an asynchronous condition can note values in child tasks`() async throws {
    let bench = Workbench()
    await bench.run {
      await bench.stepLater(
        retries: 0,
        failsTest: false,
        until: {
          async let count = noted(3, as: "count")
          return await noted(count + 1, as: "next") == 5
        }
      ) {}
      await bench.autoWait("Row", for: .zero, failTestOnFailure: false) {
        await Task.yield()
        return noted(0, as: "rows") > 0
      }
    }
    #expect(
      bench.causes == [
        "\(Self.stillFalse): count was 3, next was 4.",
        "The condition was false after 0 ms: rows was 0.",
      ]
    )
  }

  @Test func `values of a check that threw are part of the cause`() {
    let thrown = causes {
      noted(1, as: "rows")
      throw Script.Broken(description: "late")
    }
    #expect(thrown == ["Threw late: rows was 1."])
    #expect(causes { noted("about:blank") == "shop" } == ["\(Self.stillFalse): value was \"about:blank\"."])
    let recorded = causes {
      #expect(AttemptScope.current?.keep(.sample("late")) == true)
      return noted(2, as: "rows") == 1
    }
    #expect(recorded.map { $0.hasSuffix("late. Noted: rows was 2.") } == [true])
  }

  @Test func `only the last failed check leaves its values`() {
    var checks = 0
    let policy = RetryPolicy(
      retryAttempts: 0,
      conditionTimeout: .seconds(3),
      pollingInterval: .seconds(1),
      stableFor: .seconds(2)
    )
    let flickers = causes(policy: policy) {
      checks += 1
      return noted(checks, as: "check") != 3
    }
    #expect(flickers.map { $0.contains("never for 2.0 s") } == [true])
    #expect(flickers.map { $0.contains("check was") } == [false])
  }

  /// A value whose description counts, notes and runs a step.
  private struct Talkative: CustomStringConvertible {
    static let descriptions = Locked(0)

    var description: String {
      Self.descriptions.withLock { $0 += 1 }
      noted("lost", as: "description")
      Workbench().step("Describe", retries: 0, failsTest: false, until: { noted(false, as: "step") })
      return "talkative"
    }
  }

  @Test func `a value is described once, and only if the attempt fails`() {
    let before = Talkative.descriptions.withLock { $0 }
    #expect(
      causes {
        noted(Talkative(), as: "value")
        return RetryAttempt.current?.number == 2
      } == ["\(Self.stillFalse): value was talkative."]
    )
    #expect(causes { noted(Talkative(), as: "value") as Any is Talkative } == [])
    #expect(Talkative.descriptions.withLock { $0 } == before + 1)
  }

  @Test func `large values and names, and many of them, are cut`() {
    let text = String(repeating: "x", count: 5_000)
    let cut = causes { noted(text, as: text) == "" }
    #expect(cut.map(\.count).allSatisfy { $0 < 400 })
    #expect(cut.allSatisfy { $0.contains("xx… was \"xx") && $0.hasSuffix("xx….") }, "\(cut)")
    let list = causes { noted(Array(1...5_000), as: "list") == [] }
    #expect(list == ["\(Self.stillFalse): list was Array<Int> (too large to show)."])
    let many = causes { (1...1_000).contains { noted($0, as: "n") == 0 } }
    #expect(many == ["\(Self.stillFalse): n was 1, n was 2, n was 3, n was 4, n was 5, …."])
    #expect(causes { noted("a\nb\u{1B}", as: "two\nlines") == "" }.allSatisfy { !$0.contains("\n") })
  }
}

extension Workbench {
  /// The causes of all attempts and waits that failed, except of steps in descriptions.
  fileprivate var causes: [String] {
    events.filter { $0.name != "Describe" }.compactMap { event in
      switch event.kind {
      case .attemptFailed(let failed, retrying: _): failed.causeText(.whole)
      case .finished(let report) where report.step.isWait: report.failedAttempts.last?.causeText(.whole)
      default: nil
      }
    }
  }
}
