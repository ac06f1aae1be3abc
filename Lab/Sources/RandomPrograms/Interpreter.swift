import Foundation
import TargetedAutoRetry
import Testing

/// Runs statements on the caller's thread.
extension Host {
  func run(_ statements: [Statement], _ around: Around) throws {
    for statement in statements { try run(statement, around) }
  }

  private func run(_ statement: Statement, _ around: Around) throws {
    switch statement {
    case .event(let event, let when, let line): if around.holds(when) { try happen(event, at: line, around) }
    case .block(let block, let inside): try run(inside, block, around)
    case .fork(_, let children):
      onThreads(children) { body in body(around.with { ($0.place, $0.call) = (nil, nil) }) }
    case .step(let step): try run(step, around)
    case .lateStep(let step):
      execution.add(LateTask(of: around.place ?? around.run) { try? await runInTask([.step(step)], around) })
    case .spin: spin(in: around.place)
    case .pause: execution.pause()
    }
  }

  private func happen(_ event: Event, at line: Int, _ around: Around) throws {
    switch event {
    case .issue: record(in: around.place, at: line)
    case .bug: record(in: around.place, at: line, isBug: true)
    case .throwing(.requirement): try require(execution.record(in: around.place, at: line), at: line)
    case .throwing(let kind): throw execution.error(kind)
    case .stopping: try stop()
    case .returning: throw EarlyExit()
    case .lateIssue:
      let place = around.place ?? around.run
      execution.add(LateTask(of: place) { record(in: place, at: line) })
    case .issueFrom(let origin, let isCarried):
      let done = DispatchSemaphore(value: 0)
      record(from: origin, in: isCarried ? around.place : nil, at: line, isCarried ? .current : nil) { done.signal() }
      done.wait()
    case .enqueued(let queue, let isCarried): enqueue(on: queue, in: around.place, at: line, isCarried ? .current : nil)
    case .anHourPasses: execution.anHourPasses()
    case .cancel: withUnsafeCurrentTask { $0?.cancel() }
    }
  }

  private func run(_ inside: [Statement], _ block: Block, _ around: Around) throws {
    switch block {
    case .swallowing:
      do { try run(inside, around) } catch { execution.keep(error) }
    case .flaky(let scope):
      try flaky(scope.flakiness, line: UInt(scope.line)) {
        let part = begin(scope, around)
        defer { end(part, around) }
        do { try run(inside, part) } catch {
          noteLeaving(part, around, error)
          throw error
        }
      }
      runDueTasks()
    case .known(let bugsOnly):
      let (known, number) = beginKnown(bugsOnly, around)
      var result = Result<Void, any Error>.success(())
      withKnownIssue(Self.comment(number), sourceLocation: .ofKnown(number)) {
        result = Result { try run(inside, known) }
      } matching: {
        pays($0, bugsOnly)
      }
      endKnown(known, number)
      try result.get()
    case .scopeOfTest(let isOnThread):
      guard let scope = around.scope else { return try run(inside, around) }
      guard isOnThread else { return try scope.perform { try run(inside, around.ofTest) } }
      onThreads([inside]) { body in scope.perform { body(around.ofTest) } }
    case .task, .cancellable: preconditionFailure("a task in synchronous code")
    }
  }

  private func run(_ step: Step, _ around: Around) throws {
    let attempts = Attempts(execution.beginCall(of: step, around), execution)
    let result = Result { try perform(step, attempts) }
    attempts.note(result)
    runDueTasks()
    _ = try result.get()
  }

  private func perform(_ step: Step, _ attempts: Attempts) throws -> CallEnd.Kind {
    if step.isWait { return try wait(step, attempts) }
    if step.isValue {
      let attempt = try autoRetry(
        attempts.call.name,
        retryAttempts: step.passedRetries,
        policy: policy(of: attempts),
        line: UInt(step.id),
        mainAction: { try act(step, attempts) },
        until: { _ in try check(attempts) },
        reset: { try run(step.reset, attempts.beginReset()) }
      )
      return .value(attempt)
    }
    let answer = try autoRetry(
      mainAction: { _ = try act(step, attempts) },
      successCondition: { try check(attempts) },
      resetSteps: step.reset.isEmpty ? nil : { try run(step.reset, attempts.beginReset()) },
      actionDescription: attempts.call.name,
      retryAttempts: step.passedRetries,
      failTestOnFailure: step.failsTest,
      policy: policy(of: attempts),
      line: UInt(step.id)
    )
    return .returned(answer)
  }

  private func wait(_ step: Step, _ attempts: Attempts) throws -> CallEnd.Kind {
    let (name, limit) = (attempts.call.name, Duration.seconds(step.conditionSeconds))
    let (policy, line) = (policy(of: attempts), UInt(step.id))
    if step.isValue {
      return .value(try autoWait(name, for: limit, policy: policy, line: line) { try check(attempts) ? 1 : nil })
    }
    let isMet = try autoWait(name, for: limit, failTestOnFailure: step.failsTest, policy: policy, line: line) {
      try check(attempts)
    }
    return .returned(isMet ? 0 : 1)
  }

  /// - Returns: The number of the attempt.
  private func act(_ step: Step, _ attempts: Attempts) throws -> Int {
    attempts.begin()
    defer { attempts.closeForNow() }
    runDueTasks()
    do { try run(step.body, attempts.around) } catch { throw attempts.noteStop(error) }
    return attempts.around.attempt
  }

  func check(_ attempts: Attempts) throws -> Bool {
    let check = attempts.check()
    defer { attempts.closeForNow() }
    guard let check else { return attempts.note(attempts.firstAnswer) }
    do { try run(check.body, attempts.around) } catch { throw attempts.noteStop(error) }
    return attempts.note(attempts.holds(check.isTrue))
  }

  /// A pool thread that waits for a task might be the one that the task needs.
  func runDueTasks() {
    if !execution.program.isAsync { execution.dueTasks().forEach { $0.runNow() } }
  }

  /// Threads without task-local values: the library does not know their place, unless they carry a scope.
  private func onThreads(
    _ children: [[Statement]],
    carrying perform: @escaping @Sendable (_ body: (Around) -> Void) -> Void
  ) {
    let group = DispatchGroup()
    for child in children {
      group.enter()
      Thread.detachNewThread {
        // A thread inherits no policy.
        perform { around in
          withRetryPolicy(Step.policyAroundTests) { execution.withFakeTime { try? run(child, around) } }
        }
        group.leave()
      }
    }
    group.wait()
  }
}

/// An error that leaves the test function, as `return` does.
struct EarlyExit: Error {}

/// Flaky scopes and known issues, for their code and for the notes.
extension Host {
  func begin(_ flaky: Flaky, _ around: Around) -> Around {
    // In an attempt it narrows the test and forgives nothing: issues there belong to the step.
    let part = execution.open(Place(.part(flaky), in: around.place ?? around.run))
    return around.place?.isInAttempt == true ? around : around.with { $0.place = part }
  }

  func end(_ inside: Around, _ around: Around) {
    if let part = inside.place, part != around.place { execution.close(part) }
  }

  /// Notes the first flaky scope that an error has left; in a step it is the error of the step.
  func noteLeaving(_ inside: Around, _ around: Around, _ error: any Error) {
    if error.meansStop { execution.notes.add(.cuts(around.place ?? around.run)) }
    guard around.place?.isInAttempt != true, let part = inside.place, !error.meansStop else { return }
    // The cancellation of a step in another task has no number.
    guard let number = execution.number(of: error) ?? (error is CancellationError ? 0 : nil) else { return }
    execution.notes.add(.records(number, in: part, at: execution.line(of: error) ?? part.part?.line))
  }

  func beginKnown(_ bugsOnly: Bool, _ around: Around) -> (inside: Around, number: Int) {
    let known = execution.open(Place(.known(bugsOnly: bugsOnly), in: around.place ?? around.run))
    return (around.with { $0.place = known }, execution.notes.next())
  }

  static func comment(_ number: Int) -> Comment { "known \(Notes.mark(number))" }

  /// The notice of a recovery is a warning, which does not satisfy a known issue of these authors.
  func pays(_ issue: Testing.Issue, _ bugsOnly: Bool) -> Bool {
    #if compiler(>=6.3)
      if !issue.isFailure { return false }
    #endif
    return execution.pays(String(describing: issue), bugsOnly: bugsOnly)
  }

  func endKnown(_ inside: Around, _ number: Int) {
    guard let known = inside.place else { return }
    execution.notes.add(.knownEnds(known, number))
    execution.close(known)
  }
}
