import TargetedAutoRetry
import Testing

// Waits for a value, passes over errors on the way, and throws the last of them.

// before
struct NotInTime: Error {
  let what: String
}

func eventually<Value>(
  _ what: String,
  within limit: Duration = .seconds(5),
  _ read: () async throws -> Value?
) async throws -> Value {
  let clock = ContinuousClock()
  let deadline = clock.now + limit
  var lastError: (any Error)?
  while clock.now < deadline {
    do {
      if let value = try await read() { return value }
    } catch {
      lastError = error
    }
    try await Task.sleep(for: .milliseconds(100))
  }
  throw lastError ?? NotInTime(what: what)
}

// after
func autoEventually<Value>(
  _ what: String,
  within limit: Duration = .seconds(5),
  _ read: () async throws -> Value?
) async throws -> Value {
  try await CurrentTest().autoWait(what, for: limit, until: read)
}

// test
struct NotReady: Error {}

@Test(arguments: [(3, true), (6, false)])
func `a value is waited for, errors on the way included`(seconds: Int, succeeds: Bool) async {
  let before = await visit { time in
    try await eventually("Count") { try count(at: .seconds(seconds), by: time) }
  }
  let after = await visit { time in
    try await autoEventually("Count") { try count(at: .seconds(seconds), by: time) }
  }
  for visit in [before, after] {
    #expect(visit.answer == (succeeds ? 3 : nil))
    #expect(abs(visit.time.components.seconds - Int64(min(seconds, 5))) <= 1)
    #expect(visit.failures == [])
  }
  #expect(succeeds || before.error is NotReady)
  #expect(succeeds || "\(after.error, default: "")".contains("NotReady"))
}

/// Nil for two seconds, then an error, and then a value.
private func count(at instant: Duration, by time: FakeTime) throws -> Int? {
  if time.now >= instant { return 3 }
  if time.now >= .seconds(2) { throw NotReady() }
  return nil
}
