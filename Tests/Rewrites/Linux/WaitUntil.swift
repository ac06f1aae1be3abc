import TargetedAutoRetry
import Testing

// A free function of Swift Testing that waits for a condition.

// before
@MainActor
func waitUntil(
  timeout: Duration = .seconds(60),
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () -> Bool
) async {
  let clock = ContinuousClock()
  let deadline = clock.now + timeout
  while !condition() {
    guard clock.now < deadline else {
      Issue.record("Condition not met within \(timeout)", sourceLocation: sourceLocation)
      return
    }
    try? await Task.sleep(for: .milliseconds(10))
  }
}

// after
@MainActor
func autoWaitUntil(
  timeout: Duration = .seconds(60),
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () -> Bool
) async {
  await withCallPlace(sourceLocation) {
    await CurrentTest().autoWait("Condition", for: timeout) { condition() }
  }
}

// test
@Test(arguments: [(30, true), (61, false)])
@MainActor
func `a condition of a view model is waited for`(seconds: Int, succeeds: Bool) async {
  let line = #line + 2
  let visits = [
    await visit { time in await waitUntil { time.now >= .seconds(seconds) } },
    await visit { time in await autoWaitUntil { time.now >= .seconds(seconds) } },
  ]
  for (index, visit) in visits.enumerated() {
    #expect(visit.failures.map(\.line) == (succeeds ? [] : [line + index]))
    #expect(abs(visit.time.components.seconds - Int64(min(seconds, 60))) <= 1)
  }
}

@MainActor
final class SlowModel {
  private(set) var isLoaded = false

  func load() {
    _Concurrency.Task { @MainActor in
      try await _Concurrency.Task.sleep(for: .milliseconds(20))
      isLoaded = true
    }
  }
}

@Test
@MainActor
func `a task on the main actor goes on while the main actor is waited on`() async {
  let model = SlowModel()
  model.load()
  await autoWaitUntil(timeout: .seconds(5)) { model.isLoaded }
  #expect(model.isLoaded)
}
