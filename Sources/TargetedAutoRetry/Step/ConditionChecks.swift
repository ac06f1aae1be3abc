/// The checks of a condition in one part; a check is one evaluation.
struct ConditionChecks: Sendable {
  let start: Duration
  /// Zero for a single check.
  var timeout = Duration.zero
  /// Whether the last check found the condition met; in the end, whether it was met for long enough.
  var isMet = false
  private(set) var trueSince: Duration?
  private(set) var wasTrue = false
  private(set) var wasFalse = false
  private(set) var count = 0
  private(set) var throwing = 0
  private(set) var lastThrew = false
  private(set) var error: (any Error)?
  /// The limit that ended the checks; `nil` if they ended otherwise.
  private(set) var limit: TimeLimit.Kind?

  /// Whether the previous check explains the failure better than the one that the limit has cut short.
  ///
  /// Usually polling used up the time, and which check was cut short is accidental. But a check that took most of the
  /// time hangs, and is the cause.
  func explainMore(than limit: TimeLimit) -> Bool { count > 0 && limit.time < (limit.expiry - start) / 2 }

  private mutating func note(_ thrown: (any Error)?, at now: Duration) {
    count += 1
    lastThrew = thrown != nil
    if let thrown {
      isMet = false
      throwing += 1
      error = thrown
    }
    trueSince = isMet ? trueSince ?? now : nil
    if isMet { wasTrue = true } else { wasFalse = true }
  }

  /// Ends a check, and decides whether it was the last.
  ///
  /// - Returns: The pause before the next check; `nil` after the last one, and then `isMet` is the answer of all.
  mutating func endCheck(
    throwing thrown: (any Error)? = nil,
    by policy: StepPolicy,
    isCut: Bool = false,
    at now: Duration,
    until deadline: Duration? = nil
  ) -> Duration? {
    note(thrown, at: now)
    let (stableFor, timeoutEnd) = (policy.stableFor, start + timeout)
    // How long the condition must still stay true; `nil` while it is false.
    let remaining = trueSince.map { $0 + stableFor - now }
    // What came true too late to stay so in time has failed, even if a pause took so long that the last check was late.
    let cameTooLate = wasFalse && stableFor > .zero && remaining.map { now + $0 > timeoutEnd } == true
    if let remaining, remaining <= .zero, !cameTooLate { return nil }
    // A condition that was true at every check gets extra time, so that slow checks do not fail it.
    let lastByTimeout = wasFalse ? timeoutEnd : max(timeoutEnd, now + (remaining ?? .zero))
    let last = min(lastByTimeout, deadline ?? lastByTimeout)
    if now < last, !isCut { return min(policy.pollingInterval, last - now, remaining ?? policy.pollingInterval) }
    isMet = false
    // The timeout does not end a wait if the condition was true at every check.
    if now >= last, timeout > .zero { limit = wasFalse && last == timeoutEnd ? .conditionTimeout : .timeLimit }
    return nil
  }
}

/// A value that a check of a condition noted; it is described only if the attempt fails.
struct NotedValue: Sendable {
  static let mostShown = 5

  let name: String
  let describe: @Sendable () -> String

  private var text: String { "\(name.capped(at: 100).onOneLine) \(describe())" }

  static func text(of values: [NotedValue]) -> String {
    if values.isEmpty { return "" }
    let texts = values.prefix(mostShown).map(\.text)
    return ": " + texts.joined(separator: ", ") + (values.count > texts.count ? ", …" : "")
  }
}

// What counts as success. `nil` never does, however deep inside an optional.

/// Whether the closure of a step or a wait returned what it was to return: a value, and not a condition that is false.
func isFound<Value>(_ value: Value?) -> Bool { value.map { !isNil($0) && !isRefusal($0) } ?? false }

/// Whether the value is a condition (`Bool` or `Bool?`) that is false or `nil`.
func isRefusal<Value>(_ value: Value) -> Bool { isCondition(Value.self) && value as? Bool != true }

func isCondition<Value>(_ type: Value.Type) -> Bool { type == Bool.self || type == Bool?.self }

/// Whether the value is or contains an object or a closure, so that it may change without being replaced.
func isChangeable(_ value: Any, depth: Int = 0) -> Bool {
  let mirror = Mirror(reflecting: value)
  if depth > 5 || mirror.displayStyle == .class || "\(type(of: value))".contains("->") { return true }
  return mirror.children.prefix(100).contains { isChangeable($0.value, depth: depth + 1) }
}

/// Whether the value is `nil` inside an optional, as Swift infers it where an optional is expected.
func isNil<Value>(_ value: Value) -> Bool { value is Never? }
