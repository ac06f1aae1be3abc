import Foundation

@testable import TargetedAutoRetry

/// What is around the statement that runs.
struct Around: Sendable {
  var attempt = 1
  /// The innermost attempt; where none is, the innermost part or the run of the test.
  var owner: Owner
  var isInAttempt = false

  func inside(of part: Owner) -> Around {
    var around = self
    if !isInAttempt { around.owner = part }
    return around
  }
}

/// Runs statements on the thread of the caller.
extension Host {
  func run(_ statements: [Statement], _ around: Around) throws {
    for statement in statements { try run(statement, around) }
  }

  private func run(_ statement: Statement, _ around: Around) throws {
    func holds(_ when: When) -> Bool { when.holds(run: run, attempt: around.attempt) }
    switch statement {
    case .issue(let when): if holds(when) { fail(withError: false) }
    case .issueWithError(let when): if holds(when) { fail(withError: true) }
    case .throwing(let when): if holds(when) { throw Thrown() }
    case .stopping(let when): if holds(when) { try stop() }
    case .lateIssue(let when):
      if holds(when) { execution.add(LateIssue(of: around.owner) { fail(withError: false) }) }
    case .issueOnThread(let when): if holds(when) { onThreads([{ fail(withError: false) }]) }
    case .expectation(let isForgotten): makeExpectation(isForgotten: holds(isForgotten))
    case .pause: usleep(300)
    case .swallowing(let statements): try? run(statements, around)
    case .throwingAgain(let statements): do { try run(statements, around) } catch { throw error }
    case .flaky(let reruns, let statements):
      let owner = Owner()
      defer { ended(owner) }
      try part(.notFixable(reason: "r", maxRetryCount: reruns)) {
        try run(statements, around.inside(of: owner))
      }
    case .onThreads(let children):
      let environment = Surroundings.with(environment: execution.environment)
      onThreads(
        children.map { child in
          { Surroundings.$current.withValue(environment) { try? run(child, around) } }
        }
      )
    case .step(let step): try run(step, around)
    case .sideBySide: preconditionFailure("tasks in synchronous code")
    }
  }

  private func run(_ step: Step, _ around: Around) throws {
    let attempts = Attempts(around)
    defer { ended(attempts.owner) }
    if step.isValue {
      try autoRetry(
        step.name,
        retryAttempts: step.retries,
        policy: step.policy,
        operation: { try act(step, attempts) },
        until: { try check(step, attempts) },
        resetSteps: { try run(step.reset ?? [], attempts.aroundReset) }
      )
    } else {
      try autoRetry(
        mainAction: { try act(step, attempts) },
        successCondition: { try check(step, attempts) },
        resetSteps: step.reset.map { statements in { try run(statements, attempts.aroundReset) } },
        actionDescription: step.name,
        retryAttempts: step.retries,
        failTestOnFailure: step.failsTest,
        policy: step.policy
      )
    }
  }

  private func act(_ step: Step, _ attempts: Attempts) throws {
    attempts.begin()
    recordDueIssues()
    try run(step.body, attempts.around)
  }

  private func check(_ step: Step, _ attempts: Attempts) throws -> Bool {
    guard let late = step.lateCheck, attempts.looksAgain() else {
      return !step.fails.holds(run: run, attempt: attempts.around.attempt)
    }
    defer { if late.takesTooLong { execution.skipAnHour() } }
    try run(late.body, attempts.around)
    return late.cures
  }

  private func ended(_ owner: Owner) {
    owner.end()
    recordDueIssues()
  }

  /// A thread of the pool that waits for a task might be the one that the task needs.
  private func recordDueIssues() {
    if !execution.program.isAsync { execution.dueIssues().forEach { $0.recordNow() } }
  }

  private func onThreads(_ bodies: [@Sendable () -> Void]) {
    let group = DispatchGroup()
    for body in bodies {
      group.enter()
      Thread.detachNewThread {
        body()
        group.leave()
      }
    }
    group.wait()
  }
}

/// Runs statements in tasks; the same as above, word for word, where it does not have to differ.
extension Host {
  func runInTask(_ statements: [Statement], _ around: Around) async throws {
    for statement in statements { try await runInTask(statement, around) }
  }

  private func runInTask(_ statement: Statement, _ around: Around) async throws {
    switch statement {
    case .pause:
      for _ in 0..<3 { await Task.yield() }
      try? await Task.sleep(for: .microseconds(200))
    case .swallowing(let statements): try? await runInTask(statements, around)
    case .throwingAgain(let statements): do { try await runInTask(statements, around) } catch { throw error }
    case .flaky(let reruns, let statements):
      let owner = Owner()
      let result = await Result {
        try await part(.notFixable(reason: "r", maxRetryCount: reruns)) {
          try await runInTask(statements, around.inside(of: owner))
        }
      }
      await endedInTask(owner)
      try result.get()
    case .sideBySide(let children):
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
    case .step(let step) where step.isAsync: try await runInTask(step, around)
    default: try runHere([statement], around)
    }
  }

  /// Picks the synchronous form.
  private func runHere(_ statements: [Statement], _ around: Around) throws { try run(statements, around) }

  private func runInTask(_ step: Step, _ around: Around) async throws {
    let attempts = Attempts(around)
    let result = await Result { try await perform(step, attempts) }
    await endedInTask(attempts.owner)
    try result.get()
  }

  private func perform(_ step: Step, _ attempts: Attempts) async throws {
    if step.isValue {
      try await autoRetry(
        step.name,
        retryAttempts: step.retries,
        policy: step.policy,
        operation: { try await actInTask(step, attempts) },
        // The condition of this form is synchronous.
        until: { try check(step, attempts) },
        resetSteps: { try await runInTask(step.reset ?? [], attempts.aroundReset) }
      )
    } else {
      try await autoRetry(
        mainAction: { try await actInTask(step, attempts) },
        successCondition: { try await checkInTask(step, attempts) },
        resetSteps: step.reset.map { statements in { try await runInTask(statements, attempts.aroundReset) } },
        actionDescription: step.name,
        retryAttempts: step.retries,
        failTestOnFailure: step.failsTest,
        policy: step.policy
      )
    }
  }

  private func actInTask(_ step: Step, _ attempts: Attempts) async throws {
    attempts.begin()
    for issue in execution.dueIssues() { await issue.recordNow() }
    try await runInTask(step.body, attempts.around)
  }

  private func checkInTask(_ step: Step, _ attempts: Attempts) async throws -> Bool {
    guard let late = step.lateCheck, attempts.looksAgain() else {
      return !step.fails.holds(run: run, attempt: attempts.around.attempt)
    }
    defer { if late.takesTooLong { execution.skipAnHour() } }
    try await runInTask(late.body, attempts.around)
    return late.cures
  }

  private func endedInTask(_ owner: Owner) async {
    owner.end()
    for issue in execution.dueIssues() { await issue.recordNow() }
  }
}

/// Counts the attempts of one step.
private final class Attempts: @unchecked Sendable {
  private(set) var around: Around
  private let aroundStep: Around
  private var looks = 0

  init(_ around: Around) {
    aroundStep = around
    self.around = Around(attempt: 0, owner: Owner(), isInAttempt: true)
  }

  var owner: Owner { around.owner }

  /// Reset steps are no part of an attempt.
  var aroundReset: Around {
    Around(attempt: around.attempt, owner: aroundStep.owner, isInAttempt: aroundStep.isInAttempt)
  }

  func begin() {
    around.owner.end()
    around = Around(attempt: around.attempt + 1, owner: Owner(), isInAttempt: true)
    looks = 0
  }

  /// Whether the condition has been asked in this attempt before.
  func looksAgain() -> Bool {
    looks += 1
    return looks > 1
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
