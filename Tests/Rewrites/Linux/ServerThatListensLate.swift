import TargetedAutoRetry
import Testing

// Connects to a server that listens only some time after it was started.

// before
func connect(to server: LateServer) async throws -> Connection {
  var lastError: (any Error)?
  for _ in 0..<50 {
    do {
      return try await server.connect()
    } catch {
      lastError = error
      try await Task.sleep(nanoseconds: 100_000_000)
    }
  }
  throw lastError ?? ConnectionRefused()
}

// after
func autoConnect(to server: LateServer) async throws -> Connection {
  try await CurrentTest().autoWait("Server listens", for: .seconds(5)) { try await server.connect() }
}

// test
struct Connection {
  let number: Int
}

struct ConnectionRefused: Error {}

actor LateServer {
  private let time: FakeTime
  private let instant: Duration
  private var connections = 0

  init(listeningAt instant: Duration, by time: FakeTime) {
    self.time = time
    self.instant = instant
  }

  func connect() throws -> Connection {
    connections += 1
    guard time.now >= instant else { throw ConnectionRefused() }
    return Connection(number: connections)
  }
}

@Test(arguments: [(3, true), (6, false)])
func `a server may listen late`(seconds: Int, succeeds: Bool) async {
  let before = await visit { try await connect(to: LateServer(listeningAt: .seconds(seconds), by: $0)).number }
  let after = await visit { try await autoConnect(to: LateServer(listeningAt: .seconds(seconds), by: $0)).number }
  for visit in [before, after] {
    #expect(visit.answer == (succeeds ? 31 : nil))
    #expect(visit.failures == [])
  }
  #expect(succeeds || before.error is ConnectionRefused)
  #expect(succeeds || "\(after.error, default: "")".contains("ConnectionRefused"))
}
