enum Wording: Sendable {
  /// For the log, which already contains the texts of inner steps.
  case log
  /// For texts that stand alone.
  case whole
  /// For issues of one step among others: as in the log, but inner steps, which have texts of their own, are only named.
  case perStep
  /// For the failure of a test, which may be reported at a caller's place.
  case failure
  /// For a failure that names the step and counts its attempts.
  case part
  /// For comparisons: without measured values.
  case key
}

extension FailedAttempt {
  func causeText(_ words: Wording) -> String {
    switch cause {
    case .condition:
      "\(conditionText(words))\(note(limitText(words)))\(checksText(words))\(inner(words))\(condition.seen)."
    case .timedOut(after: let time):
      "Timed out\(words == .key ? "" : " after \(time.text)")\(note(condition.limit))\(endText(words))\(inner(words))\(condition.seen)"
        .asSentence
    case .error(let exhausted as RetryExhausted) where words == .key:
      exhausted.key
    case .error(let exhausted as RetryExhausted) where !hasThrowingChecks:
      words == .log && !isInRetry
        ? "\(exhausted.report.step.nameAndPlace) failed." : "Threw \(exhausted.text)".asSentence
    case .error(let error):
      "Threw \(error.text)\(checksText(words))\(inner(words))\(condition.seen)".asSentence
    case .issues(let issues):
      issuesText(issues, words)
    }
  }

  // In a retry, inner steps print only their last line, so their causes must be here.
  private var isInRetry: Bool { attempt.retry > 0 || step.isInOuterRetry }

  /// The cause as a short text; `nil` if the cause is the failure of an inner step.
  fileprivate var ownCause: StepFailure.Cause? {
    let key = causeText(.key)
    return switch cause {
    case .condition where !condition.seen.isEmpty: .init(words: String(condition.seen.dropFirst(2)), key: key)
    case .issues where hasFailureOfStep: thrown.map { .init(words: "Threw \($0)", key: $0) }
    default: .init(words: causeText(.whole), key: key)
    }
  }

  private func issuesText(_ all: [String], _ words: Wording) -> String {
    var issues = all
    var sentences: [String] = []
    // One sentence about the innermost step stands for its issues, which another text contains.
    if [.log, .perStep, .key].contains(words), let innermostFailure, !hasOnlyOwnIssues {
      sentences.append(innermostFailure.sentence(words, inRetry: isInRetry && words != .perStep))
      issues = ownIssues
    }
    if let first = issues.first {
      // The issue shows its whole text at its own line, and the records keep more of it.
      let text = words == .perStep ? first : first.shortened
      // The number differs between attempts that failed alike, and would make them different kinds of causes.
      let others = issues.count > 1 && words != .perStep ? " (and \(issues.count - 1) more)" : ""
      sentences.append((text.onOneLine + others).asSentence)
    }
    if let thrown { sentences.append("Threw \(thrown)".asSentence) }
    if !condition.seen.isEmpty { sentences.append("Noted\(condition.seen).") }
    return sentences.joined(separator: " ")
  }

  private func conditionText(_ words: Wording) -> String {
    // The text of a string has quotation marks.
    if let failingAnswer { return failingAnswer }
    if step.isWait, step.failureEffect == .isThrown, stableFor == nil {
      return words == .key ? "The value was nil" : "The value was nil after \(condition.time.text)"
    }
    let subject = condition.rejectedValue != nil ? "`until`" : step.isWait ? "The condition" : "The success condition"
    let value = condition.rejectedValue.map { " for \($0)" } ?? ""
    if let stableFor {
      let text = "\(subject) was true\(value), but never for \(stableFor.text) without a break"
      return words == .key ? text : "\(text), in \(condition.time.text)"
    }
    if words == .key { return "\(subject) was false\(value)" }
    if !checksOnce { return "\(subject) was false\(value) after \(condition.time.text)" }
    if condition.rejectedValue != nil { return "\(subject) was false\(value)" }
    return "\(subject) was still false \(condition.time.text) after the action (checked once)"
  }

  // If the last check ended long after the limit, the limit alone would not explain the elapsed time.
  private func limitText(_ words: Wording) -> String? {
    let timeout = step.policy.conditionTimeout
    let isPassed = timeout > .zero && condition.time > timeout + max(step.policy.pollingInterval, .milliseconds(100))
    let lateCheck = condition.checks?.count == 1 ? "one check took all this time" : "the last check ended late"
    return condition.limit.map { isPassed && words != .key ? "\($0), \(timeout.text); \(lateCheck)" : $0 }
  }

  private func checksText(_ words: Wording) -> String {
    guard hasThrowingChecks, let checks = condition.checks, let error = checks.error else { return "" }
    if words == .key { return note("threw \(error.text)") }
    let text = "\(checks.throwing) of \(checks.count) checks threw"
    if case .condition = cause { return note("\(text), the last \(error.text)") }
    return note("\(text), in \(condition.time.text)\(condition.limit.map { ", \($0)" } ?? "")")
  }

  private func endText(_ words: Wording) -> String {
    let end = reachedLimit?.timeOfLateEnd.map { ", ended after \($0.text)" } ?? ""
    return (words == .key ? "" : end) + (thrown.map { ", then threw \($0)" } ?? "")
  }

  private func note(_ text: String?) -> String { text.map { " (\($0))" } ?? "" }

  // Issues and the errors of inner steps name the inner step themselves.
  private func inner(_ words: Wording) -> String {
    if case .error(is RetryExhausted) = cause { return "" }
    return note(
      innermostFailure.map { inner in
        let place = "in \(inner.step.shortName) at \(inner.step.callSite.place)"
        return words == .log && !isInRetry ? place : "\(place): \(words == .key ? inner.last.key : inner.last.words)"
      }
    )
  }
}

extension StepFailure {
  fileprivate func sentence(_ words: Wording, inRetry: Bool) -> String {
    let failed = "\(step.nameAndPlace) failed"
    if words == .key { return "\(failed): \(last.key)" }
    return inRetry ? "\(failed): \(last.words)".asSentence : "\(failed)."
  }
}

extension StepReport {
  /// Whether no retry failed for the reason of the first attempt, so that retries may start from another state.
  ///
  /// Numbers are left out, because they may be measured values.
  var startsElsewhere: Bool {
    guard let first = failedAttempts.first, failedAttempts.count > 1, !first.isRehearsal else { return false }
    func reason(of attempt: FailedAttempt) -> String { attempt.causeText(.key).shortened.filter { !$0.isNumber } }
    return failedAttempts.dropFirst().allSatisfy { reason(of: $0) != reason(of: first) }
  }

  func lastLine(_ words: Wording) -> String? {
    if outcome == .passed {
      return words == .whole && checksOfWait > 1
        ? "Waited \(elapsed.text) for: \(step.shortName). It was true at check \(checksOfWait)." : nil
    }
    guard let recovery = outcome.recovery else {
      // In the failure, this sentence follows the causes.
      let rehearsal = words == .failure ? nil : rehearsalText
      return sentences("♻️♻️♻️❌ [FAIL] \(endingText(words))", rehearsal, sequelText)
    }
    let retries = (attempts - 1).counted("retry attempt")
    let reason = step.policy.flakiness.map { "Because: \($0.text)".asSentence }
    let result = "\(step.shortName) required \(retries) before success. Recovered by \(recovery.rawValue)."
    let issues =
      recordsIssues ? "A step in it was skipped or canceled, so the issues of its attempts fail the test." : nil
    return sentences("♻️♻️♻️\(recordsIssues ? "❌" : "✅") \(result)", reason, issues)
  }

  private var sequelText: String? {
    if step.failureEffect == .isOnlyLogged && !failsTest {
      if recordsIssues { return "Moving on to the next step, but the issues of its attempts fail the test." }
      return "Moving on to the next step\(outcome.abortion?.reason == nil ? " without failing the test" : "")."
    }
    if outcome.abortion == .byCancellation, !failsTest, step.failureEffect == .failsTest {
      return recordsIssues
        ? "The issues of its attempts fail the test." : "It returns without an error, and does not fail the test."
    }
    return noMoreRetries
  }

  /// `nil` for a wait, which has no retries.
  var noMoreRetries: String? { step.isWait ? nil : "No more retries will be attempted." }

  /// Says that a step cannot run twice, if only its forced first failure made it do so.
  private var rehearsalText: String? {
    guard failedAttempts.first?.isRehearsal == true, outcome.isUsedUp else { return nil }
    let reason = resets > 0 ? "the reset steps did not undo it" : "it has no reset steps that undo it"
    return "The step had succeeded in its first attempt, and \(reason)."
  }

  private var hasTimedOutWaiting: Bool { step.isWait && outcome.isUsedUp }

  var failureMessage: String {
    if outcome.isInvalid { return errorMessage(.failure) }
    if !innerFailures.isEmpty {
      let head = hasUsedUpAttempts ? "♻️♻️♻️❌ [FAIL] \(name(.failure)) failed: \(attemptsText)" : lastLine(.failure)
      return sentences(head, rehearsalText, failuresText)
    }
    if hasUsedUpAttempts { return "♻️♻️♻️❌ [FAIL] \(errorMessage(.failure))" }
    let gate = outcome.recovery == nil ? nil : "\(EnvironmentVariable.failOnRecovery.name) makes that a failure."
    return sentences(lastLine(.failure), gate, summary)
  }

  /// The failures that an enclosing step reports as part of its own, the innermost first.
  var failures: [StepFailure] {
    let inner = innerFailures.map { failure in
      var failure = failure
      failure.path.append(step.nameAndPlace)
      return failure
    }
    return inner + [ownFailure()].compactMap { $0 }
  }

  /// The failure without those of inner steps; `nil` if only inner steps failed.
  ///
  /// - Parameter saysEnd: Whether what ended the step is one of its causes.
  private func ownFailure(saysEnd: Bool = true) -> StepFailure? {
    var causes = failedAttempts.compactMap(\.ownCause)
    let count = max(causes.count + attempts - failedAttempts.count, 1)
    if saysEnd, !hasUsedUpAttempts, causes.isEmpty || !hasTimedOutWaiting {
      let words = endingText(innerFailures.isEmpty || !hasTimedOutWaiting ? .part : .log)
      causes.append(StepFailure.Cause(words: words, key: outcome.abortion?.reason ?? endingText(.key)))
    }
    guard let first = causes.first, let last = causes.last else { return nil }
    return StepFailure(step: step, count: count, first: first, last: last, path: [step.nameAndPlace])
  }

  // Five steps of two lines each, and one line for the others: a failure has at most twelve lines.
  private var failuresText: String {
    let (all, most) = (innerFailures + [ownFailure(saysEnd: false)].compactMap { $0 }, 5)
    let others = all.dropFirst(most).map { $0.path.joined(separator: " in ") }.joined(separator: ", ")
    let lines = all.prefix(most).map { $0.text.capped(at: String.longestPart) }
    return (lines + (others.isEmpty ? [] : ["Other steps that failed: \(others)"])).joined(separator: "\n")
  }

  private func errorMessage(_ words: Wording) -> String {
    if outcome.isInvalid { return endingText(words) }
    return hasUsedUpAttempts ? "\(name(words)) failed: \(summary ?? "")" : sentences(endingText(words), summary)
  }

  // The texts are made once, because enclosing steps need them in each of their attempts.
  var error: RetryExhausted {
    RetryExhausted(
      report: self,
      description: "\(errorMessage(.whole)) (\(step.places))",
      key: "\(step.nameAndPlace) failed: " + failedAttempts.map { $0.causeText(.key) }.joined(separator: "\n")
    )
  }

  // The failure counts attempts. The log counts retries, as eBay's library does: "failed 3 times" after four attempts.
  private var hasUsedUpAttempts: Bool { outcome == .exhausted && !step.hasExpired }

  var summary: String? {
    guard !step.isWait, let first = failedAttempts.first, let last = failedAttempts.last else { return nil }
    let (firstCause, lastCause) = (first.causeText(.whole), last.causeText(.whole).shortened)
    let isOne = first.causeText(.key) == last.causeText(.key)
    let causes = isOne ? "Cause: \(firstCause)" : "First cause: \(firstCause) Last cause: \(lastCause)"
    return sentences(attemptsText, causes, rehearsalText)
  }

  private var attemptsText: String {
    switch outcome {
    // The sentence before it names the number.
    case .timedOut, .aborted(.byHook), .aborted(.byCancellation), .aborted(.byError):
      return "The step took \(elapsed.text)."
    default: break
    }
    let retries = (attempts - 1).counted("retry", plural: "retries")
    let count = attempts.counted("attempt")
    let text = outcome == .exhausted && attempts > 1 ? "\(count) (the first and \(retries))" : count
    let steering = step.isSteered ? " (\(EnvironmentVariable.attempts.name))" : ""
    return "\(text) in \(elapsed.text)\(steering)."
  }

  /// The failure that enclosing steps name as their cause; `nil` if the last error is a skip or a cancellation.
  func innermostFailure(error: (any Error)?) -> StepFailure? {
    if let last = failedAttempts.last, let inner = last.innermostFailure,
      !last.hasOnlyOwnIssues || (outcome.abortion != nil && outcome.abortion != .byIssue)
    {
      return inner
    }
    let thrown = outcome.stop == nil ? nil : error
    if let thrown, thrown.isSkip || thrown.isCancellation { return nil }
    // The cancellation is not a cause, but an error that the last attempt threw is.
    if outcome.abortion == .byCancellation {
      switch failedAttempts.last?.cause {
      case .error(let error) where !error.isCancellation: break
      case .timedOut where failedAttempts.last?.thrown != nil: break
      default: return nil
      }
    }
    func text(_ words: Wording) -> String {
      thrown.map(self.text) ?? failedAttempts.last?.causeText(words) ?? endingText(words)
    }
    let cause = StepFailure.Cause(words: text(.whole).asPartOfSentence, key: text(.key))
    return StepFailure(step: step, first: cause, last: cause)
  }

  func text(of error: any Error) -> String {
    if outcome.isOfResetSteps { return "The reset steps threw \(error.text)".asSentence }
    return "Threw \(error.text)".asSentence
  }

  private func endingText(_ words: Wording) -> String {
    let name = name(words)
    // A failure shows a text in full where it first mentions the text.
    func shortened(_ text: String) -> String { words == .failure ? text : text.shortened }
    let count = words == .key ? "some attempts" : attempts.counted("attempt")
    let afterAttempts = words == .part ? "" : " after \(count) of action: \(name)"
    let text =
      switch outcome {
      case .aborted(.invalidPolicy(let problem)): "\(name): \(problem) Nothing was run."
      case _ where hasTimedOutWaiting:
        // A failure with inner failures names them itself.
        sentences(
          "\(outcome == .timedOut ? "Timed out" : "Stopped") waiting for: \(name)".asSentence,
          words == .failure && !innerFailures.isEmpty ? nil : shortened(failedAttempts.last?.causeText(words) ?? "")
        )
      case .aborted(let abortion): text(of: abortion, name, afterAttempts, shortened)
      case .timedOut: "The \(deadlineText), was reached\(afterAttempts)\(resetErrorText)"
      case .exhausted, .passed, .recovered: exhaustionText(name)
      }
    return text.asSentence
  }

  private var resetErrorText: String { resetError.map { ", and the reset steps threw \($0)" } ?? "" }

  private func text(
    of abortion: Abortion,
    _ name: String,
    _ afterAttempts: String,
    _ shortened: (String) -> String
  ) -> String {
    let (form, subject, stopped, cancelled) =
      step.isWait
      ? ("Auto Wait", "wait", " waiting for: \(name)", " while it waited for: \(name)")
      : ("Auto Retry", "action", afterAttempts, afterAttempts)
    return switch abortion {
    case .byHook(let reason):
      sentences(
        shortened(reason.onOneLine).asSentence,
        "\(form) was told to stop\(stopped)".asSentence,
        step.failureEffect == .isOnlyLogged ? "An abort fails the test even if failTestOnFailure is false" : nil
      )
    case .byInnerStep(let reason, _):
      sentences(shortened(reason.onOneLine).asSentence, "\(form) was stopped by a step inside \(subject): \(name)")
    case .byError(_, _, let inside?): text(of: inside, name, afterAttempts, shortened)
    case .byError, .byIssue, .byCancellation, .invalidPolicy: "The task was canceled\(cancelled)"
    }
  }

  private func exhaustionText(_ name: String) -> String {
    if step.hasExpired {
      let reason = step.policy.flakiness?.expiry ?? ""
      return "\(name) failed and has no retries, because its documented reason has expired (\(reason))"
    }
    let times = step.retryAttempts == 0 ? "" : " \(step.retryAttempts.counted("time"))"
    return "Auto Retry failed\(times) for action: \(name)"
  }

  private func name(_ words: Wording) -> String { words == .failure ? step.nameInFailure : step.shortName }
}

func sentences(_ sentences: String?...) -> String { sentences.compactMap { $0 }.joined(separator: " ") }

extension String {
  fileprivate var asPartOfSentence: String {
    let text = withoutPeriod
    // File names keep their case.
    guard text.prefix(while: { $0 != " " }).allSatisfy(\.isLetter) else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
