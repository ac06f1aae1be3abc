import TargetedAutoRetry

/// Runs statements in tasks, as ``Host/run(_:_:)`` does wherever possible.
extension Host {
  func runInTask(_ statements: [Statement], _ around: Around) async throws {
    for statement in statements { try await runInTask(statement, around) }
  }

  private func runInTask(_ statement: Statement, _ around: Around) async throws {
    func holds(_ when: When) -> Bool { when.holds(run: around.runNumber, attempt: around.attempt) }
    switch statement {
    case .pause:
      for _ in 0..<3 { await Task.yield() }
      try? await Task.sleep(for: .microseconds(100))
    case .swallowing(let statements): try? await runInTask(statements, around)
    case .throwingAgain(let statements): do { try await runInTask(statements, around) } catch { throw error }
    case .flaky(let flaky, let statements): try await runPart(flaky, statements, around)
    case .sideBySide(let children): try await runSideBySide(children, around)
    case .inTask(let statements, onMainActor: false):
      try await Task { try await runInTask(statements, around) }.value
    case .inTask(let statements, onMainActor: true):
      try await Task { @MainActor in try await runInTask(statements, around) }.value
    case .cancellable(let statements):
      let task = Task { try await runInTask(statements, around) }
      try await task.value
    case .issueOnActor(let when):
      if holds(when) { await Recorder.shared.perform { record(in: around.place) } }
    case .issueFrom(let origin, let when, let isCarried):
      guard holds(when) else { return }
      let here = isCarried ? RetryScope.current : nil
      await withCheckedContinuation { done in
        record(from: origin, in: isCarried ? around.place : nil, here) { done.resume() }
      }
    case .step(let step) where step.isAsync: try await runInTask(step, around)
    default: try runHere([statement], around)
    }
  }

  /// Picks the synchronous form.
  private func runHere(_ statements: [Statement], _ around: Around) throws { try run(statements, around) }

  private func runPart(_ flaky: Flaky, _ statements: [Statement], _ around: Around) async throws {
    let result = await Result {
      try await part(flaky.flakiness) {
        let inside = begin(flaky, around)
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
    switch result {
    case .success(let end): attempts.note(end, nil)
    case .failure(let error): attempts.note(.threw, error)
    }
    await runDueTasksInTask()
    _ = try result.get()
  }

  private func perform(_ step: Step, _ attempts: Attempts) async throws -> CallEnd {
    if step.isWait { return try await wait(step, attempts) }
    if step.isValue {
      let attempt = try await autoRetry(
        attempts.call.name,
        retryAttempts: step.retries,
        policy: step.policy,
        operation: { try await actInTask(step, attempts) },
        // The condition of this form is synchronous.
        until: { _ in try check(attempts) },
        resetSteps: { try await runInTask(step.reset ?? [], attempts.aroundReset) }
      )
      return .value(attempt)
    }
    let answer = try await autoRetry(
      mainAction: { _ = try await actInTask(step, attempts) },
      successCondition: { try await checkInTask(attempts) },
      resetSteps: step.reset.map { statements in { try await runInTask(statements, attempts.aroundReset) } },
      actionDescription: attempts.call.name,
      retryAttempts: step.retries,
      failTestOnFailure: step.failsTest,
      policy: step.policy
    )
    return .returned(answer, isCancelled: Task.isCancelled)
  }

  private func wait(_ step: Step, _ attempts: Attempts) async throws -> CallEnd {
    let (name, limit) = (attempts.call.name, Duration.seconds(step.conditionSeconds))
    if step.isValue {
      let value = try await autoWait(name, for: limit, policy: step.policy) {
        try await checkInTask(attempts) ? 1 : nil
      }
      return .value(value)
    }
    let isMet = try await autoWait(name, for: limit, failTestOnFailure: step.failsTest, policy: step.policy) {
      try await checkInTask(attempts)
    }
    return .returned(isMet ? 0 : 1, isCancelled: Task.isCancelled)
  }

  private func actInTask(_ step: Step, _ attempts: Attempts) async throws -> Int {
    attempts.begin()
    defer { attempts.closeForNow() }
    await runDueTasksInTask()
    do { try await runInTask(step.body, attempts.around) } catch { throw attempts.noteStop(error) }
    return attempts.around.attempt
  }

  private func checkInTask(_ attempts: Attempts) async throws -> Bool {
    let look = attempts.look()
    defer { attempts.closeForNow() }
    if look == 0, let first = attempts.call.step.firstLook {
      do { try await runInTask(first.body, attempts.around) } catch { throw attempts.noteStop(error) }
      return attempts.note(attempts.holds(first.isTrue))
    }
    guard let more = attempts.more(at: look) else { return attempts.note(attempts.firstAnswer) }
    do { try await runInTask(more.body, attempts.around) } catch { throw attempts.noteStop(error) }
    return attempts.note(more.isTrue)
  }

  func runDueTasksInTask() async {
    for task in execution.dueTasks() { await task.runNow() }
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
