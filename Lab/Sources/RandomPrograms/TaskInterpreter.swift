import TargetedAutoRetry
import Testing

/// Runs statements in tasks, as ``Host/run(_:_:)`` does wherever possible.
extension Host {
  func runInTask(_ statements: [Statement], _ around: Around) async throws {
    for statement in statements { try await runInTask(statement, around) }
  }

  private func runInTask(_ statement: Statement, _ around: Around) async throws {
    switch statement {
    case .event(let event, let when, let line):
      if around.holds(when) { try await happenInTask(event, at: line, around) }
    case .block(let block, let inside): try await runInTask(inside, block, around)
    case .fork(_, let children): try await runSideBySide(children, around)
    case .step(let step) where step.isAsync: try await runInTask(step, around)
    case .pause:
      for _ in 0..<3 { await Task.yield() }
      try? await Task.sleep(for: Execution.pause)
    default: try run([statement], around)
    }
  }

  private func happenInTask(_ event: Event, at line: Int, _ around: Around) async throws {
    switch event {
    case .issueFrom(let origin, let isCarried):
      let here = isCarried ? RetryScope.current : nil
      await withCheckedContinuation { done in
        record(from: origin, in: isCarried ? around.place : nil, at: line, here) { done.resume() }
      }
    default: try run([.event(event, .always, line: line)], around)
    }
  }

  private func runInTask(_ inside: [Statement], _ block: Block, _ around: Around) async throws {
    switch block {
    case .swallowing:
      do { try await runInTask(inside, around) } catch { execution.keep(error) }
    case .flaky(let scope): try await runPart(scope, inside, around)
    case .task(onMainActor: true):
      try await Task { @MainActor in try await runInTask(inside, around) }.value
    case .task, .cancellable: try await Task { try await runInTask(inside, around) }.value
    case .known(let bugsOnly):
      let (known, number) = beginKnown(bugsOnly, around)
      var result = Result<Void, any Error>.success(())
      await withKnownIssue(Self.comment(number), sourceLocation: .ofKnown(number)) {
        result = await Result { try await runInTask(inside, known) }
      } matching: {
        pays($0, bugsOnly)
      }
      endKnown(known, number)
      try result.get()
    case .scopeOfTest(onThread: false):
      guard let scope = around.scope else { return try await runInTask(inside, around) }
      try await scope.perform { try await runInTask(inside, around.ofTest) }
    case .scopeOfTest: try run([.block(block, inside)], around)
    }
  }

  private func runPart(_ scope: Flaky, _ statements: [Statement], _ around: Around) async throws {
    let result = await Result {
      try await flaky(scope.flakiness, line: UInt(scope.line)) {
        let inside = begin(scope, around)
        defer { end(inside, around) }
        do { try await runInTask(statements, inside) } catch {
          noteLeaving(inside, around, error)
          throw error
        }
      }
    }
    await runDueTasksInTask()
    try result.get()
  }

  private func runSideBySide(_ children: [[Statement]], _ around: Around) async throws {
    let errors = await withTaskGroup(of: (Int, (any Error)?).self) { group in
      for (index, child) in children.enumerated() {
        group.addTask {
          do {
            try await runInTask(child, around)
            return (index, nil)
          } catch {
            return (index, error)
          }
        }
      }
      return await group.reduce(into: [Int: any Error]()) { $0[$1.0] = $1.1 }
    }
    if let first = errors.min(by: { $0.key < $1.key }) { throw first.value }
  }

  private func runInTask(_ step: Step, _ around: Around) async throws {
    let attempts = Attempts(execution.beginCall(of: step, around), execution)
    let result = await Result { try await perform(step, attempts) }
    attempts.note(result)
    await runDueTasksInTask()
    _ = try result.get()
  }

  private func perform(_ step: Step, _ attempts: Attempts) async throws -> CallEnd.Kind {
    if step.isWait { return try await wait(step, attempts) }
    if step.isValue {
      let attempt = try await autoRetry(
        attempts.call.name,
        retryAttempts: step.passedRetries,
        policy: policy(of: attempts),
        line: UInt(step.id),
        mainAction: { try await actInTask(step, attempts) },
        until: { _ in try await checkInTask(attempts) },
        reset: { try await runInTask(step.reset, attempts.beginReset()) }
      )
      return .value(attempt)
    }
    let answer = try await autoRetry(
      mainAction: { _ = try await actInTask(step, attempts) },
      successCondition: { try await checkInTask(attempts) },
      resetSteps: step.reset.isEmpty ? nil : { try await runInTask(step.reset, attempts.beginReset()) },
      actionDescription: attempts.call.name,
      retryAttempts: step.passedRetries,
      failTestOnFailure: step.failsTest,
      policy: policy(of: attempts),
      line: UInt(step.id)
    )
    return .returned(answer)
  }

  private func wait(_ step: Step, _ attempts: Attempts) async throws -> CallEnd.Kind {
    let (name, limit) = (attempts.call.name, Duration.seconds(step.conditionSeconds))
    let (policy, line) = (policy(of: attempts), UInt(step.id))
    if step.isValue {
      let value = try await autoWait(name, for: limit, policy: policy, line: line) {
        try await checkInTask(attempts) ? 1 : nil
      }
      return .value(value)
    }
    let isMet = try await autoWait(name, for: limit, failTestOnFailure: step.failsTest, policy: policy, line: line) {
      try await checkInTask(attempts)
    }
    return .returned(isMet ? 0 : 1)
  }

  private func actInTask(_ step: Step, _ attempts: Attempts) async throws -> Int {
    attempts.begin()
    defer { attempts.closeForNow() }
    await runDueTasksInTask()
    do { try await runInTask(step.body, attempts.around) } catch { throw attempts.noteStop(error) }
    return attempts.around.attempt
  }

  private func checkInTask(_ attempts: Attempts) async throws -> Bool {
    let check = attempts.check()
    defer { attempts.closeForNow() }
    guard let check else { return attempts.note(attempts.firstAnswer) }
    do { try await runInTask(check.body, attempts.around) } catch { throw attempts.noteStop(error) }
    return attempts.note(attempts.holds(check.isTrue))
  }

  func runDueTasksInTask() async {
    for task in execution.dueTasks() { await task.runNow() }
  }
}

extension Result where Failure == any Error {
  init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
