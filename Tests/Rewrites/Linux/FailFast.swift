import Foundation
import TargetedAutoRetry
import Testing

// Waits for a server, but no longer where it has crashed: that is the cause.

// before
func waitUntilReady(_ server: CrashingServer, timeout: TimeInterval = 10) async throws {
  let deadline = Date().addingTimeInterval(timeout)
  while Date() < deadline {
    if let crash = server.crash { throw crash }
    if server.isReady { return }
    try await Task.sleep(nanoseconds: 100_000_000)
  }
  throw NotInTime(what: "server")
}

// after
func autoWaitUntilReady(_ server: CrashingServer, timeout: TimeInterval = 10) async throws {
  let policy = RetryPolicy(isRetryable: { !($0 is Crash) })
  _ = try await CurrentTest().autoWait("Server", for: .seconds(timeout), policy: policy) { () async throws in
    if let crash = server.crash { throw crash }
    return server.isReady ? server : nil
  }
}

// test
struct Crash: Error {}

struct CrashingServer {
  let time: FakeTime
  let readyAt: Duration
  let crashesAt: Duration

  var isReady: Bool { time.now >= readyAt }
  var crash: Crash? { time.now >= crashesAt ? Crash() : nil }
}

@Test(arguments: [(3, 99, 3, false), (99, 2, 2, true), (99, 99, 10, false)])
func `a server that has crashed is not waited for`(ready: Int, crash: Int, seconds: Int64, hasCrashed: Bool) async {
  let visits = await [
    visit { time in
      let server = CrashingServer(time: time, readyAt: .seconds(ready), crashesAt: .seconds(crash))
      try await waitUntilReady(server)
    },
    visit { time in
      let server = CrashingServer(time: time, readyAt: .seconds(ready), crashesAt: .seconds(crash))
      try await autoWaitUntilReady(server)
    },
  ]
  for visit in visits {
    #expect((visit.answer != nil) == (seconds == 3))
    #expect((visit.error is Crash) == hasCrashed)
    #expect(visit.time.components.seconds == seconds)
    #expect(visit.failures == [])
  }
}
