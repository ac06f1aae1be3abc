import Testing

@testable import TargetedAutoRetry

@Suite struct DeadlineTests {
  @Test(arguments: [(false, 1), (true, 2)])
  func `a step that begins after a limit around it does not poll`(checksFirst: Bool, count: Int) {
    let bench = Workbench()
    var checks = 0
    bench.run {
      bench.step("All", retries: 0, failsTest: false, policy: RetryPolicy(timeLimit: .seconds(5))) {
        bench.time.advance(by: .seconds(20))
        let policy = RetryPolicy(conditionTimeout: .seconds(10), checksFirst: checksFirst)
        bench.step(
          "Late",
          policy: policy,
          until: {
            checks += 1
            return false
          }
        )
      }
    }
    #expect(checks == count)
    #expect(bench.time.timekeeper.now() == .seconds(20))
  }

  @Test(
    arguments: [
      (limits: [15, 10, 5], named: "Step 2"), ([5, 15, 10], "Step 0"), ([10, 5, 15], "Step 1"),
      // Of limits that are reached at the same time, the outermost is named.
      ([5, 5, 5], "Step 0"),
    ]
  )
  func `the first limit of the steps around applies`(limits: [Int], named: String) {
    let bench = Workbench()
    func step(_ level: Int) {
      guard level < limits.count else {
        bench.time.advance(by: .seconds(20))
        bench.step("Late", until: { false })
        return
      }
      let policy = RetryPolicy(timeLimit: .seconds(limits[level]))
      bench.step("Step \(level)", retries: 0, failsTest: false, policy: policy) { step(level + 1) }
    }
    bench.run { step(0) }
    #expect(
      bench.failures.map(\.message) == [
        "♻️♻️♻️❌ [FAIL] The time limit of 5.0 s of the step around it, \(named), set by the call, was reached after 1 "
          + "attempt of action: Late. No more retries will be attempted. The step took 0 ms. "
          + "Cause: The success condition was still false 0 ms after the action (checked once)."
      ]
    )
  }

  /// The part of a task's step that runs while the step ends that has started the task.
  enum Part: CaseIterable {
    case start, action, check, wait
  }

  @Test(arguments: Part.allCases)
  func `a finished step's limit does not apply to tasks it started`(part: Part) async throws {
    var bench = Workbench(time: FakeTime(isStopped: true))
    let (begins, isOver, pause, job) = (Gate(), Gate(), Duration.milliseconds(100), Locked<Task<Int, any Error>?>(nil))
    if part == .wait { bench.hears = { if case .wait = $0.kind { Task { await begins.open() } } } }
    let policy = RetryPolicy(delay: .constant(pause), conditionTimeout: .seconds(9), pollingInterval: pause)
    let checks = Locked(0)
    try await bench.run { [bench] in
      @Sendable func waitForEnd(in here: Part) async {
        if part != here { return }
        await begins.open()
        await isOver.wait()
      }
      await bench.stepLater("Launch", policy: RetryPolicy(timeLimit: pause * 2)) {
        let task = Task {
          await waitForEnd(in: .start)
          return try await bench.stepLater(
            "Job",
            policy: policy,
            until: {
              await waitForEnd(in: .check)
              return checks.withLock { checks in
                checks += 1
                return part != .check || checks > 1
              }
            }
          ) {
            await waitForEnd(in: .action)
            if part != .check, RetryAttempt.current?.number == 1 { throw NotYet() }
          }
        }
        job.withLock { $0 = task }
        await begins.wait()
      }
      bench.time.advance(by: .seconds(1))
      bench.time.endSleep(of: pause)
      await isOver.open()
      _ = try await job.withLock { $0 }?.value
    }
    #expect(bench.summary.last == (part == .check ? "    passed 0" : "    recovered 1 by retrying"))
  }

  @Test func `the limit of a step that still runs binds them nevertheless`() async {
    let bench = Workbench()
    await bench.run {
      await bench.stepLater("Check Out", policy: RetryPolicy(timeLimit: .seconds(5))) {
        let job = Locked<(@Sendable () -> Void)?>(nil)
        await bench.stepLater("Launch", policy: RetryPolicy(timeLimit: .milliseconds(200))) {
          let scope = RetryScope.current
          job.withLock { $0 = { scope.perform { _ = bench.step("Job", until: { false }) } } }
        }
        bench.time.advance(by: .seconds(6))
        job.withLock { $0 }?()
      }
    }
    #expect(bench.failures.map(\.message).count == 1)
    #expect(bench.failures.first?.message.contains("The time limit of 5.0 s of the step around it, Check Out") == true)
  }
}
