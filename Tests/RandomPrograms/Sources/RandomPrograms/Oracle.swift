/// Says from a program alone whether its test must be red.
///
/// It knows the promise, and nothing of the library.
struct Oracle {
  private let program: Program
  /// The run of the test, from 0.
  private var run = 0
  /// Whether something has failed that nothing can cure.
  private var isRed = false
  private var hasRecoveredStep = false
  /// Whether something was withheld by a part of the test, or by the trait.
  private var isWithheld = false
  private var isWithheldByTrait = false
  private var isNarrowed = false
  private var hasExpectation = false
  private var hasForgottenExpectation = false

  static func isRed(_ program: Program) -> Bool {
    var oracle = Oracle(program: program)
    return oracle.judge()
  }

  private init(program: Program) {
    self.program = program
  }

  /// What is around a statement.
  private struct Around {
    /// The number of the attempt of the innermost step.
    var attempt = 1
    /// Whether an attempt is around in the same task tree.
    var isInAttempt = false
    /// How many attempts and parts keep the thread of the test waiting, where it has no tasks.
    var waitingAttempts = 0
    var waitingParts = 0
    /// Whether the code is that of a synchronous test on its own thread.
    var isOnTestThread = false
    var isInStep = false
    /// Whether the time limit of a step around is over, which inner steps inherit.
    var isOutOfTime = false
  }

  private struct End {
    /// Whether an issue is left for what is around.
    var hasIssue = false
    var error: Thrown?
    /// Whether a step inside was aborted, and whether the test has failed for it.
    var abort: Abort?

    mutating func add(_ other: End) {
      hasIssue = hasIssue || other.hasIssue
      guard let other = other.abort else { return }
      abort = Abort(isReported: (abort?.isReported ?? true) && other.isReported)
    }
  }

  private struct Abort {
    var isReported: Bool
  }

  private struct Thrown {
    var isStop = false
    /// How often the test may run again for the innermost part that it has left, outside of steps.
    var part: Int?
  }

  private mutating func judge() -> Bool {
    while true {
      isWithheld = false
      isWithheldByTrait = false
      isNarrowed = false
      hasExpectation = false
      hasForgottenExpectation = false
      var around = Around()
      around.isOnTestThread = program.framework == .xctest && !program.isAsync
      let end = self.end(of: program.body, around)
      // What is left is left for the test.
      if end.hasIssue { failOutside() }
      var endedByWithheldError = false
      if let error = end.error, !error.isStop { endedByWithheldError = withholds(error) }
      let wasSkipped = end.error?.isStop == true
      if program.framework == .xctest {
        let tearDown = self.end(of: program.tearDown, Around())
        if tearDown.hasIssue || tearDown.error != nil { isRed = true }
        // An error before the end of the test leaves all of them without a wait.
        let isUnwaited = hasForgottenExpectation || (hasExpectation && end.error != nil)
        if isUnwaited, !endedByWithheldError { isRed = true }
      }
      if isNarrowed, isWithheldByTrait { isRed = true }
      if program.hasGate, hasRecoveredStep { return true }
      if isRed { return true }
      if !isWithheld { return false }
      if wasSkipped { return true }
      run += 1
    }
  }

  /// An issue of the test outside of steps and parts: flaky only with a trait.
  private mutating func failOutside() {
    if let trait = program.trait, run < trait {
      isWithheld = true
      isWithheldByTrait = true
    } else {
      isRed = true
    }
  }

  private mutating func withholds(_ error: Thrown) -> Bool {
    if let part = error.part {
      guard run < min(part, program.trait ?? .max) else {
        isRed = true
        return false
      }
      isWithheld = true
      return true
    }
    let before = isRed
    failOutside()
    return isRed == before
  }

  private mutating func end(of statements: [Statement], _ around: Around) -> End {
    var end = End()
    for statement in statements {
      let next = self.end(of: statement, around)
      end.add(next)
      if let error = next.error {
        end.error = error
        return end
      }
    }
    return end
  }

  private func holds(_ when: When, _ around: Around) -> Bool { when.holds(run: run, attempt: around.attempt) }

  private mutating func end(of statement: Statement, _ around: Around) -> End {
    switch statement {
    case .pause:
      return End()
    case .issue(let when), .issueWithError(let when):
      return End(hasIssue: holds(when, around))
    case .throwing(let when):
      return End(error: holds(when, around) ? Thrown() : nil)
    case .stopping(let when):
      return End(error: holds(when, around) ? Thrown(isStop: true) : nil)
    case .lateIssue(let when):
      // Its attempt, its part or its run is over by then.
      if holds(when, around) { isRed = true }
      return End()
    case .issueOnThread(let when):
      return holds(when, around) ? endOfIssueOnThread(around) : End()
    case .expectation(let isForgotten):
      hasExpectation = true
      if holds(isForgotten, around) { hasForgottenExpectation = true }
      return End()
    case .swallowing(let statements):
      var end = self.end(of: statements, around)
      end.error = nil
      return end
    case .throwingAgain(let statements):
      return self.end(of: statements, around)
    case .sideBySide(let children):
      return end(of: children, around)
    case .onThreads(let children):
      // A thread knows nothing of what is around it, so what is left at its end is left for nobody.
      var threads = around
      (threads.isInAttempt, threads.isOnTestThread, threads.isInStep) = (false, false, false)
      if end(of: children, threads).hasIssue { isRed = true }
      return End()
    case .flaky(let reruns, let statements):
      return endOfPart(reruns, statements, around)
    case .step(let step):
      return end(of: step, around)
    }
  }

  private mutating func end(of children: [[Statement]], _ around: Around) -> End {
    var end = End()
    for child in children {
      let next = self.end(of: child, around)
      end.add(next)
      if end.error == nil { end.error = next.error }
    }
    return end
  }

  private mutating func endOfIssueOnThread(_ around: Around) -> End {
    let isKnown =
      around.isOnTestThread
      && (around.waitingAttempts == 1 || (around.waitingAttempts == 0 && around.waitingParts == 1))
    if isKnown { return End(hasIssue: true) }
    isRed = true
    return End()
  }

  private mutating func endOfPart(_ reruns: Int, _ statements: [Statement], _ around: Around) -> End {
    // Without the trait there are no parts in Swift Testing, and none is made.
    if program.framework == .swiftTesting, program.trait == nil { return end(of: statements, around) }
    isNarrowed = true
    var inside = around
    inside.waitingParts += 1
    var end = self.end(of: statements, inside)
    if !around.isInAttempt, end.hasIssue {
      end.hasIssue = false
      if run < min(reruns, program.trait ?? .max) { isWithheld = true } else { isRed = true }
    }
    if let error = end.error, !error.isStop, error.part == nil, !around.isInStep { end.error?.part = reruns }
    return end
  }
}

extension Oracle {
  private mutating func end(of step: Step, _ around: Around) -> End {
    if around.isOutOfTime { return exhausted(step, End(), End()) }
    var inside = around
    inside.isInAttempt = true
    inside.isInStep = true
    inside.waitingAttempts += 1
    var reset = around
    reset.isInStep = true
    var end = End()
    var attempt = 0
    while true {
      attempt += 1
      inside.attempt = attempt
      reset.attempt = attempt
      var tried = self.end(of: step.body, inside)
      let isFalse = tried.error == nil && holds(step.fails, inside)
      if let error = tried.error, error.isStop || step.letsErrorsThrough {
        return stopped(step, end, tried, error)
      }
      if tried.error == nil, !isFalse, !tried.hasIssue, tried.abort == nil {
        if attempt > 1 { hasRecoveredStep = true }
        return end
      }
      if let ended = aborted(step, end, tried, inside) { return ended }
      if attempt > step.retries { return exhausted(step, end, tried) }
      var isOutOfTime = false
      if let late = step.lateCheck, isFalse, !tried.hasIssue {
        let check = self.end(of: late.body, inside)
        tried.add(check)
        if let error = check.error, error.isStop || step.letsErrorsThrough {
          return stopped(step, end, tried, error)
        }
        if let ended = abortedInside(step, end, tried) { return ended }
        if check.error == nil, !check.hasIssue, late.cures {
          hasRecoveredStep = true
          return end
        }
        isOutOfTime = late.takesTooLong
      }
      if let statements = step.reset {
        reset.isOutOfTime = isOutOfTime
        let back = self.end(of: statements, reset)
        end.hasIssue = end.hasIssue || back.hasIssue
        if let error = back.error {
          tried.abort = back.abort
          return stopped(step, end, tried, error)
        }
        if let abort = back.abort {
          tried.abort = abort
          return abortedInside(step, end, tried) ?? end
        }
      }
      if isOutOfTime { return exhausted(step, end, tried) }
    }
  }

  /// An error goes on to the caller; what the attempt has withheld is reported.
  private func stopped(_ step: Step, _ end: End, _ tried: End, _ error: Thrown) -> End {
    var end = end
    end.hasIssue = end.hasIssue || tried.hasIssue
    end.error = error
    if let abort = tried.abort {
      if !abort.isReported, !step.isValue { end.hasIssue = true }
      end.abort = Abort(isReported: abort.isReported || !step.isValue)
    }
    return end
  }

  private func abortedInside(_ step: Step, _ end: End, _ tried: End) -> End? {
    guard let abort = tried.abort else { return nil }
    var end = end
    end.hasIssue = end.hasIssue || tried.hasIssue || (!abort.isReported && !step.isValue)
    end.abort = Abort(isReported: abort.isReported || !step.isValue)
    if step.isValue { end.error = Thrown() }
    return end
  }

  private func aborted(_ step: Step, _ end: End, _ tried: End, _ inside: Around) -> End? {
    if let ended = abortedInside(step, end, tried) { return ended }
    guard holds(step.aborts, inside) else { return nil }
    var end = end
    end.hasIssue = end.hasIssue || tried.hasIssue || !step.isValue
    end.abort = Abort(isReported: !step.isValue)
    if step.isValue { end.error = Thrown() }
    return end
  }

  private func exhausted(_ step: Step, _ end: End, _ tried: End) -> End {
    var end = end
    end.hasIssue = end.hasIssue || tried.hasIssue || (step.failsTest && !step.isValue)
    if step.isValue { end.error = Thrown() }
    return end
  }
}
