import Testing

@testable import TargetedAutoRetry

@Suite struct DeadlineTests {
  private func deadline(_ step: Int, in seconds: Int) -> Deadline {
    let (id, limit) = (StepID(number: step), Duration.seconds(seconds))
    return Deadline(instant: limit, limit: limit, origin: .call, step: id, actionDescription: nil)
  }

  @Test(
    arguments: [
      (limits: [15, 10, 5], lifted: [2], first: 10),
      (limits: [5, 15, 10], lifted: [0], first: 10),
      (limits: [15, 5, 10], lifted: [1, 2], first: 15),
      (limits: [5, 10, 15], lifted: [0, 1, 2], first: nil),
    ] as [([Int], [Int], Int?)]
  )
  func `the first limit of the steps that still run applies`(limits: [Int], lifted: [Int], first: Int?) {
    let deadlines = limits.enumerated().map { deadline($0, in: $1) }
    for index in lifted { deadlines[index].lift() }
    #expect(Array(deadlines.reversed()).earliest?.limit == first.map { .seconds($0) })
  }

  @Test func `of two limits that are over at once the outermost is named`() {
    #expect([deadline(2, in: 5), deadline(1, in: 5)].earliest?.step == StepID(number: 1))
  }

  /// Runs a step with a limit, which fails if no time is left, and returns the surroundings of a task started in it.
  private func surroundings(
    on bench: Workbench,
    limit: Int,
    succeedsAt: Int = 1,
    _ body: () -> Void = {}
  ) -> Surroundings {
    var inside = Surroundings.current
    var attempts = 0
    let policy = RetryPolicy(timeLimit: .seconds(limit))
    bench.step("Step of \(limit) s", retries: 1, failsTest: false, policy: policy, until: { attempts >= succeedsAt }) {
      attempts += 1
      inside = .current
      body()
    }
    return inside
  }

  @Test(arguments: [1, 2, 3])
  func `a task that outlives a step is free of its time limit, however that ended`(succeedsAt: Int) {
    let bench = Workbench()
    bench.run {
      let task = surroundings(on: bench, limit: 5, succeedsAt: succeedsAt)
      bench.time.advance(by: .seconds(20))
      Surroundings.$current.withValue(task) { _ = bench.step("Late") }
    }
    #expect(bench.summary.last == "    passed 0")
    #expect(bench.failures.isEmpty)
  }

  /// Outside Swift Testing, which would keep the issues and so act as a listener.
  @Test func `it is free of it without any sink too`() async {
    let bench = Workbench(isQuiet: true)
    let runs = await Task.detached {
      bench.run {
        let task = surroundings(on: bench, limit: 5)
        bench.time.advance(by: .seconds(20))
        var runs = 0
        Surroundings.$current.withValue(task) { _ = bench.step { runs += 1 } }
        return runs
      }
    }.value
    #expect(runs == 1)
  }

  @Test func `the limit of a step around that still runs applies to such a task`() {
    let bench = Workbench()
    bench.run {
      _ = surroundings(on: bench, limit: 10) {
        let task = surroundings(on: bench, limit: 5)
        bench.time.advance(by: .seconds(9))
        Surroundings.$current.withValue(task) {
          bench.step("In time")
          bench.time.advance(by: .seconds(1))
          bench.step("Late")
        }
      }
    }
    #expect(
      bench.failures.map(\.message) == [
        "♻️♻️♻️❌ [FAIL] The time limit of 10.0 s of the step around it, Step of 10 s, set by the call, was over before the "
          + "first attempt of action: Late. No more retries will be attempted."
      ]
    )
  }
}
