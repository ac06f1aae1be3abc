import Foundation
import TargetedAutoRetry

/// Runs statements on the caller's thread.
extension Host {
  func run(_ statements: [Statement], _ around: Around) throws {
    for statement in statements { try run(statement, around) }
  }

  private func run(_ statement: Statement, _ around: Around) throws {
    func holds(_ when: When) -> Bool { when.holds(run: around.runNumber, attempt: around.attempt) }
    switch statement {
    case .issue(let when): if holds(when) { record(in: around.place) }
    case .issueWithError(let when): if holds(when) { record(in: around.place, withError: true) }
    case .throwing(let when): if holds(when) { throw Thrown(number: execution.notes.next()) }
    case .stopping(let when): if holds(when) { try stop() }
    case .returning(let when): if holds(when) { throw EarlyExit() }
    case .lateIssue(let when): if holds(when) { addLateIssue(around) }
    case .lateStep(let step): addLateStep(step, around)
    case .issueFrom(let origin, let when, let isCarried):
      guard holds(when) else { return }
      let done = DispatchSemaphore(value: 0)
      record(from: origin, in: isCarried ? around.place : nil, isCarried ? .current : nil) { done.signal() }
      done.wait()
    case .enqueued(let queue, let when, let isCarried):
      guard holds(when) else { return }
      let isKnown = isCarried || queue == .mainActorTask
      enqueue(on: queue, in: isKnown ? around.place : nil, isCarried ? .current : nil)
    case .spin(let waitsForExpectation): if waitsForExpectation { waitForExpectation() } else { spin() }
    case .expectation(let isForgotten): makeExpectation(isForgotten: holds(isForgotten))
    case .anHourPasses(let when): if holds(when) { execution.anHourPasses() }
    case .cancel(let when): if holds(when) { withUnsafeCurrentTask { $0?.cancel() } }
    case .pause: usleep(100)
    case .swallowing(let statements): try? run(statements, around)
    case .throwingAgain(let statements): do { try run(statements, around) } catch { throw error }
    case .flaky(let flaky, let statements):
      try part(flaky.flakiness) {
        let inside = begin(flaky, around)
        defer { end(inside, around) }
        try leaving(inside, around) { try run(statements, inside) }
      }
      runDueTasks()
    case .onThreads(let children): onThreads(children, around)
    case .step(let step): try run(step, around)
    case .sideBySide, .inTask, .cancellable, .issueOnActor: preconditionFailure("tasks in synchronous code")
    }
  }

  private func run(_ step: Step, _ around: Around) throws {
    let attempts = Attempts(execution.beginCall(of: step, around), execution)
    defer { runDueTasks() }
    try attempts.note { try perform(step, attempts) }
  }

  private func perform(_ step: Step, _ attempts: Attempts) throws -> CallEnd {
    if step.isWait { return try wait(step, attempts) }
    if step.isValue {
      let attempt = try autoRetry(
        attempts.call.name,
        retryAttempts: step.retries,
        policy: step.policy,
        operation: { try act(step, attempts) },
        until: { _ in try check(attempts) },
        resetSteps: { try run(step.reset ?? [], attempts.aroundReset) }
      )
      return .value(attempt)
    }
    let answer = try autoRetry(
      mainAction: { _ = try act(step, attempts) },
      successCondition: { try check(attempts) },
      resetSteps: step.reset.map { statements in { try run(statements, attempts.aroundReset) } },
      actionDescription: attempts.call.name,
      retryAttempts: step.retries,
      failTestOnFailure: step.failsTest,
      policy: step.policy
    )
    return .returned(answer, isCancelled: Task.isCancelled)
  }

  private func wait(_ step: Step, _ attempts: Attempts) throws -> CallEnd {
    let (name, limit) = (attempts.call.name, Duration.seconds(step.conditionSeconds))
    if step.isValue {
      return .value(try autoWait(name, for: limit, policy: step.policy) { try check(attempts) ? 1 : nil })
    }
    let isMet = try autoWait(name, for: limit, failTestOnFailure: step.failsTest, policy: step.policy) {
      try check(attempts)
    }
    return .returned(isMet ? 0 : 1, isCancelled: Task.isCancelled)
  }

  /// - Returns: The number of the attempt.
  private func act(_ step: Step, _ attempts: Attempts) throws -> Int {
    attempts.begin()
    defer { attempts.closeForNow() }
    runDueTasks()
    try attempts.noteStop { try run(step.body, attempts.around) }
    return attempts.around.attempt
  }

  func check(_ attempts: Attempts) throws -> Bool {
    let look = attempts.look()
    defer { attempts.closeForNow() }
    if look == 0, let first = attempts.call.step.firstLook {
      try attempts.noteStop { try run(first.body, attempts.around) }
      return attempts.note(attempts.holds(first.isTrue))
    }
    guard let more = attempts.more(at: look) else { return attempts.note(attempts.firstAnswer) }
    try attempts.noteStop { try run(more.body, attempts.around) }
    return attempts.note(more.isTrue)
  }

  /// A pool thread that waits for a task might be the one that the task needs.
  func runDueTasks() {
    if !execution.program.isAsync { execution.dueTasks().forEach { $0.runNow() } }
  }

  /// Threads without task-local values: the library does not know their place.
  private func onThreads(_ children: [[Statement]], _ around: Around) {
    var thread = around
    (thread.place, thread.call) = (nil, nil)
    let group = DispatchGroup()
    for child in children {
      group.enter()
      Thread.detachNewThread { [thread] in
        execution.withFakeTime { try? run(child, thread) }
        group.leave()
      }
    }
    group.wait()
  }

  private func addLateIssue(_ around: Around) {
    let place = around.place ?? around.run
    execution.add(LateTask(of: place) { record(in: place) })
  }

  private func addLateStep(_ step: Step, _ around: Around) {
    execution.add(LateTask(of: around.place ?? around.run) { try? await runInTask([.step(step)], around) })
  }
}

/// An error that leaves the test function, as `return` does.
struct EarlyExit: Error {}

/// Flaky scopes, for their code and for the notes.
extension Host {
  func begin(_ flaky: Flaky, _ around: Around) -> Around {
    var inside = around
    // In an attempt it narrows the test and forgives nothing: issues there belong to the step.
    let part = execution.open(Place(.part(flaky), in: around.place ?? around.run))
    if !around.isInAttempt { inside.place = part }
    return inside
  }

  func end(_ inside: Around, _ around: Around) {
    if let part = inside.place, part != around.place { execution.close(part) }
  }

  /// Notes the first flaky scope that an error has left; in a step it is the error of the step.
  func leaving(_ inside: Around, _ around: Around, _ body: () throws -> Void) throws {
    do { try body() } catch {
      noteLeaving(inside, around, error)
      throw error
    }
  }

  func noteLeaving(_ inside: Around, _ around: Around, _ error: any Error) {
    guard around.call == nil, let part = inside.place, let number = execution.number(of: error) else { return }
    execution.notes.add(.leaves(number, part))
  }
}

extension Attempts {
  /// Notes the end of a call.
  func note(_ perform: () throws -> CallEnd) throws {
    do {
      let end = try perform()
      note(end, nil)
    } catch {
      note(.threw, error)
      throw error
    }
  }
}
