/// The lines of a running step that the log has.
enum LogDetail {
  /// Every line.
  case full
  /// Its first line, its news and its last line: it has failed before, in an earlier attempt of a step around it.
  case condensed
  /// Only its news: it is in a condensed step.
  case news
}

/// The log's memory of a running step.
struct StepMemory {
  /// The inner steps that have failed, each with the first attempt in which it did.
  var failures: [StepKey: Int] = [:]
  /// The causes of its own attempts, each with its first retry.
  var causes: [String: Int] = [:]
  /// In an outermost step: the logged causes and withheld issues of itself and of each inner step.
  var known: [StepKey: Set<String>] = [:]
}

/// The identity of a step over all its runs: the place of its call and its name.
struct StepKey: Hashable {
  let path: String
  let line: UInt
  let name: String

  init(_ step: Step) {
    (path, line, name) = (step.callSite.path, step.callSite.line, step.name)
  }
}

/// The cause of a failed attempt, without measured values.
struct LoggedCause {
  let retry: Int
  /// The text in the log.
  let text: String
  /// The text with the causes of inner steps.
  let whole: String

  init(_ failed: FailedAttempt) {
    retry = failed.attempt.retry
    text = failed.causeText(.log.timeless)
    whole = failed.causeText(.whole.timeless)
  }
}

// The lines of a nest that repeats itself. They are chosen at each event, so that a crash loses none.
extension LoggedSteps.State {
  mutating func condensedLines(of event: RetryEvent, _ text: LogText, isNew: Bool) -> [String] {
    guard let step = event.step else { return text.lines }
    if isNew { return firstLines(of: event, text, step) }
    switch event.kind {
    case .mainAction(let attempt), .firstLook(let attempt):
      if attempt.retry > 0 { running[event.id]?.attempt = attempt.number }
      return isCondensed(event) ? [] : text.lines
    case .successCondition, .actionNotNeeded, .attached, .wait, .lateCheck, .resetSteps:
      return isCondensed(event) ? [] : text.lines
    case .attachmentRefused(let file, let refusal, attempt: _):
      return isCondensed(event) && !isNews("\(file.name): \(refusal)", of: event, step) ? [] : text.lines
    case .attemptFailed, .lateCheckFailed:
      return text.cause.map { lines(of: event, text, step, $0) } ?? text.lines
    case .issueWithheld(let issue, _, let isLogged):
      let isNews = isNews(issue, of: event, step)
      return isLogged || (isCondensed(event) && !isNews) ? [] : text.lines
    case .finished, .stopped:
      return lastLines(of: event, text, step)
    default:
      return text.lines
    }
  }

  private func isCondensed(_ event: RetryEvent) -> Bool { running[event.id].map { $0.detail != .full } ?? false }

  private mutating func firstLines(of event: RetryEvent, _ text: LogText, _ step: Step) -> [String] {
    // Usually nothing has failed.
    guard !memories.isEmpty else { return text.lines }
    let detail = detail(of: step, in: event.parentID)
    guard detail != .full else { return text.lines }
    let lines = detail == .condensed ? text.lines : []
    running[event.id]?.detail = detail
    running[event.id]?.isNamed = !lines.isEmpty
    return hinted.insert(event.test).inserted ? [Self.hint(event.name)] + lines : lines
  }

  private static func hint(_ name: String) -> String {
    "♻️♻️♻️💡 [HINT] \(name) has failed in an earlier attempt of a step around it: from here on only what is new is logged "
      + "of such steps. \(EnvironmentVariable.log.name)=all shows every line."
  }

  private func detail(of step: Step, in parentID: StepID?) -> LogDetail {
    guard let parentID, let parent = running[parentID] else { return .full }
    if parent.detail != .full { return .news }
    let key = StepKey(step)
    let hasFailed = chain(from: parentID).contains { id in
      memories[id]?.failures[key].map { $0 < running[id]?.attempt ?? 0 } ?? false
    }
    return hasFailed ? .condensed : .full
  }

  private mutating func lines(of event: RetryEvent, _ text: LogText, _ step: Step, _ cause: LoggedCause) -> [String] {
    let id = event.id
    let isNews = isNews(cause.text, of: event, step)
    if isCondensed(event) {
      guard isNews else { return [] }
      defer { running[id]?.isNamed = true }
      // The line before the cause names the step.
      return running[id]?.isNamed == true ? text.lines.suffix(1) : text.lines
    }
    if let first = memories[id]?.causes[cause.whole] {
      return text.lines.dropLast() + ["♻️♻️♻️🔎 [CAUSE: \(cause.retry)] The same cause as in [CAUSE: \(first)]."]
    }
    memories[id, default: StepMemory()].causes[cause.whole] = cause.retry
    return text.lines
  }

  /// Remembers a text; true if it is new in the log of the step, in all its runs in the outermost step.
  private mutating func isNews(_ text: String, of event: RetryEvent, _ step: Step) -> Bool {
    guard let root = chain(from: event.id).last else { return true }
    return memories[root, default: StepMemory()].known[StepKey(step), default: []].insert(text).inserted
  }

  private mutating func lastLines(of event: RetryEvent, _ text: LogText, _ step: Step) -> [String] {
    guard let ending = event.ending, !ending.outcome.isSuccess else { return text.lines }
    let key = StepKey(step)
    var hasFailed = false
    for id in chain(from: event.parentID) {
      guard let attempt = running[id]?.attempt else { continue }
      let first = memories[id]?.failures[key]
      if first == nil { memories[id, default: StepMemory()].failures[key] = attempt } else { hasFailed = true }
    }
    guard let run = running[event.id], run.detail == .news, !run.isNamed else { return text.lines }
    return hasFailed && ending == .exhausted ? [] : text.lines
  }
}

extension RetryEvent {
  fileprivate var ending: StepEnding? {
    switch kind {
    case .finished(let report), .stopped(let report, by: _): report.ending
    default: nil
    }
  }
}
