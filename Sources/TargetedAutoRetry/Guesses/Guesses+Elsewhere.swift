public import Testing
public import XCTest

// Guesses about waits, and about calls where no object is: in static and in free functions.

// Waits.
extension TargetedAutoRetry {
  @available(*, unavailable, message: "the time of a wait is `for:`") @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    within: Duration? = nil,
    timeout: Duration? = nil,
    conditionTimeout: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "the time of a wait is `for:`") @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    _: Duration,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "the condition is a closure: autoWait(…) { … }") @discardableResult
  @_disfavoredOverload
  public func autoWait(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: Bool?
  ) -> Bool { fatalError() }
  @available(*, unavailable, message: "remove `failTestOnFailure:`: without a value, the wait throws RetryExhausted")
  @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "a time has a unit, such as .seconds(5)") @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Double? = nil,
    stableFor: Double? = nil,
    seconds: Double? = nil,
    timeout: Double? = nil,
    within: Double? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "the place belongs in withCallPlace(sourceLocation) { … }") @discardableResult
  @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    sourceLocation: SourceLocation,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "the pause is `policy: RetryPolicy(pollingInterval: …)`") @discardableResult
  @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    pollingInterval: Duration? = nil,
    pollInterval: Duration? = nil,
    pollingEvery: Duration? = nil,
    pollEvery: Duration? = nil,
    polling: Duration? = nil,
    interval: Duration? = nil,
    every: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "an error in the condition counts as false") @discardableResult
  @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    ignoring: Any? = nil,
    ignore: Any? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
  @available(*, unavailable, message: "a wait retries nothing, and its time is `for:`") @discardableResult
  @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    retryAttempts: Int,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V {
    fatalError()
  }
  @available(*, unavailable, message: "`meanwhile:` comes before the condition") @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?,
    meanwhile: () async -> Void
  ) -> V { fatalError() }
  @available(*, unavailable, message: "a wait runs nothing that could be reset: use autoRetry(…, for: …)")
  @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?,
    reset: () async throws -> Void
  ) -> V { fatalError() }
  @available(*, unavailable, message: "a wait for a value has one closure, which returns nil until the value will do")
  @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    meanwhile: () async throws -> V?,
    until: (V) async throws -> Bool
  ) -> V { fatalError() }
  @available(*, unavailable, message: "a wait begins with its name") @discardableResult @_disfavoredOverload
  public func autoWait<V>(
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> V?
  ) -> V { fatalError() }
}

// A wait with two trailing closures: the first is that of `meanwhile:`, and runs again after each check.
// It is not disfavored, so that Swift prefers it to that form. In asynchronous code it would be ambiguous.
extension TargetedAutoRetry {
  @_documentation(visibility: internal)
  @available(
    *,
    deprecated,
    message: "a wait repeats this closure: write `meanwhile:`, or use autoRetry(…) for an action"
  )
  @discardableResult
  public func autoWait(
    _ description: String,
    for limit: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    mainAction action: () -> Void,
    until condition: () throws -> Bool
  ) rethrows -> Bool {
    try autoWait(
      description,
      for: limit,
      stableFor: stableFor,
      failTestOnFailure: failTestOnFailure,
      policy: policy,
      fileID: fileID,
      file: file,
      line: line,
      column: column,
      meanwhile: action,
      until: condition
    )
  }
}

// Static functions.
extension TargetedAutoRetry {
  @available(*, unavailable, message: "in a static function, write CurrentTest().autoRetry(…); a property must be lazy")
  @discardableResult
  @_disfavoredOverload
  public static func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "in a static function, write CurrentTest().autoRetry(…); a property must be lazy")
  @discardableResult
  @_disfavoredOverload
  public static func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "in a static function, write CurrentTest().autoRetry(…); a property must be lazy")
  @discardableResult
  @_disfavoredOverload
  public static func autoRetry<Value>(
    mainAction: () async throws -> Value,
    successCondition: () async throws -> Bool?,
    resetSteps: () async throws -> Void = {},
    actionDescription: String? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil
  ) -> Int { fatalError() }

  @available(*, unavailable, message: "in a static function, write CurrentTest().autoWait(…); a property must be lazy")
  @discardableResult
  @_disfavoredOverload
  public static func autoWait<Value>(
    _: String,
    for: Duration? = nil,
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    until: () async throws -> Value?
  ) -> Value {
    fatalError()
  }
}

// Free functions.
@available(*, unavailable, message: "adopt TargetedAutoRetry in the type, or write CurrentTest().autoRetry(…)")
@discardableResult @_disfavoredOverload
public func autoRetry(
  _: String,
  within: Duration? = nil,
  for: Duration? = nil,
  retryAttempts: Int? = nil,
  checksFirst: Bool? = nil,
  failTestOnFailure: Bool = true,
  policy: RetryPolicy? = nil,
  file: StaticString = #filePath,
  line: UInt = #line,
  mainAction: () async throws -> Void,
  until: () async throws -> Bool? = { nil },
  reset: () async throws -> Void = {}
) -> Bool { fatalError() }

@available(*, unavailable, message: "adopt TargetedAutoRetry in the type, or write CurrentTest().autoRetry(…)")
@discardableResult @_disfavoredOverload
public func autoRetry<Value>(
  _: String,
  within: Duration? = nil,
  for: Duration? = nil,
  retryAttempts: Int? = nil,
  policy: RetryPolicy? = nil,
  file: StaticString = #filePath,
  line: UInt = #line,
  mainAction: () async throws -> Value?,
  until: (Value) async throws -> Bool = { _ in true },
  reset: () async throws -> Void = {}
) -> Value { fatalError() }

@available(*, unavailable, message: "adopt TargetedAutoRetry in the type, or write CurrentTest().autoRetry(…)")
@discardableResult @_disfavoredOverload
public func autoRetry<Value>(
  mainAction: () async throws -> Value,
  successCondition: () async throws -> Bool?,
  resetSteps: () async throws -> Void = {},
  actionDescription: String? = nil,
  retryAttempts: Int? = nil,
  failTestOnFailure: Bool = true,
  policy: RetryPolicy? = nil
) -> Int { fatalError() }

@available(*, unavailable, message: "adopt TargetedAutoRetry in the type, or write CurrentTest().autoWait(…)")
@discardableResult @_disfavoredOverload
public func autoWait<Value>(
  _: String,
  for: Duration? = nil,
  stableFor: Duration? = nil,
  failTestOnFailure: Bool = true,
  policy: RetryPolicy? = nil,
  until: () async throws -> Value?
) -> Value { fatalError() }

// Helpers get a test case whose class is not known.
extension XCTestCase {
  @available(*, unavailable, message: "write CurrentTest().autoRetry(…), or adopt TargetedAutoRetry in the class")
  @discardableResult @_disfavoredOverload
  public func autoRetry(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    mainAction: () async throws -> Void,
    until: () async throws -> Bool? = { nil },
    reset: () async throws -> Void = {}
  ) -> Bool { fatalError() }

  @available(*, unavailable, message: "write CurrentTest().autoRetry(…), or adopt TargetedAutoRetry in the class")
  @discardableResult @_disfavoredOverload
  public func autoRetry<Value>(
    _: String,
    within: Duration? = nil,
    for: Duration? = nil,
    retryAttempts: Int? = nil,
    policy: RetryPolicy? = nil,
    mainAction: () async throws -> Value?,
    until: (Value) async throws -> Bool = { _ in true },
    reset: () async throws -> Void = {}
  ) -> Value { fatalError() }

  @available(*, unavailable, message: "write CurrentTest().autoWait(…), or adopt TargetedAutoRetry in the class")
  @discardableResult @_disfavoredOverload
  public func autoWait<Value>(
    _: String,
    for: Duration? = nil,
    failTestOnFailure: Bool = true,
    file: StaticString = #filePath,
    line: UInt = #line,
    until: () async throws -> Value
  ) -> Value { fatalError() }
}
