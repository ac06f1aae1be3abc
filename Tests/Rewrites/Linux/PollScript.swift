import Foundation
import TargetedAutoRetry
import Testing

// Evaluates a script in a page until it answers true; errors of the page count as false.

// before
extension WebPage {
  func waitForTruth(of script: String, timeout: TimeInterval = 5) async throws -> Bool {
    let deadline = Date().addingTimeInterval(timeout)
    while Date() < deadline {
      if let isTrue = try? await evaluate(script) as? Bool, isTrue {
        return true
      }
      try await Task.sleep(nanoseconds: 100_000_000)
    }
    return false
  }
}

// after
extension WebPage {
  func autoWaitForTruth(of script: String, timeout: TimeInterval = 5) async throws -> Bool {
    try await CurrentTest().autoWait(script, for: .seconds(timeout), failTestOnFailure: false) {
      try await evaluate(script) as? Bool
    }
  }
}

// test
struct WebPage {
  struct NavigationError: Error {}

  let time: FakeTime
  let readyAt: Duration

  func evaluate(_ script: String) async throws -> Any? {
    if time.now < .seconds(1) { throw NavigationError() }
    if time.now < .seconds(2) { return nil }
    return time.now >= readyAt
  }
}

@Test(arguments: [(3, true), (6, false)])
func `a script is evaluated until it is true`(seconds: Int, succeeds: Bool) async {
  let visits = await [
    visit { try await WebPage(time: $0, readyAt: .seconds(seconds)).waitForTruth(of: "document.readyState") },
    visit { try await WebPage(time: $0, readyAt: .seconds(seconds)).autoWaitForTruth(of: "document.readyState") },
  ]
  for visit in visits {
    #expect(visit.answer == succeeds)
    #expect(visit.failures == [])
    #expect(abs(visit.time.components.seconds - Int64(min(seconds, 5))) <= 1)
  }
}
