import Foundation
import TargetedAutoRetry
import Testing

@Suite struct NetworkRetryTests {
  /// Five retries are six requests: the server succeeds on request k, and from then on; 0 means never.
  @Test(arguments: 0...7)
  func `five retries reach the first success among six requests`(k: Int) async throws {
    try await ScriptedServer.run(answer: { k > 0 && $0 >= k ? .profile : .unavailable }) { server, url in
      let client = ProfileClient(baseURL: url)
      if (1...6).contains(k) {
        let name = try await client.name()
        #expect(name == "Ada")
        #expect(await server.requests == k)
      } else {
        let error = await #expect(throws: RetryExhausted.self) { try await client.name() }
        #expect(error?.failedAttempts.count == 6)
        #expect(await server.requests == 6)
      }
    }
  }

  @Test func `a dropped connection is retried`() async throws {
    try await ScriptedServer.run(answer: { $0 == 1 ? .dropsConnection : .profile }) { server, url in
      let name = try await ProfileClient(baseURL: url).name()
      #expect(name == "Ada")
      #expect(await server.requests == 2)
    }
  }

  @Test func `a slow answer is waited for, not retried`() async throws {
    try await ScriptedServer.run(answer: { _ in .delayed(.milliseconds(50)) }) { server, url in
      let name = try await ProfileClient(baseURL: url).name()
      #expect(name == "Ada")
      #expect(await server.requests == 1)
    }
  }

  @Test func `a request that is never answered is canceled and retried`() async throws {
    try await ScriptedServer.run(answer: { $0 < 3 ? .hangs : .profile }) { server, url in
      let client = ProfileClient(baseURL: url, requestTime: .milliseconds(500))
      let name = try await client.name()
      #expect(name == "Ada")
      // On a busy machine an answer may come after the limit too.
      #expect(await server.requests >= 3)
    }
  }

  @Test func `where none is answered, the error says that each timed out`() async throws {
    try await ScriptedServer.run(answer: { _ in .hangs }) { _, url in
      let client = ProfileClient(baseURL: url, requestTime: .milliseconds(100))
      let error = await #expect(throws: RetryExhausted.self) { try await client.name() }
      let causes = error?.failedAttempts.map { if case .timedOut = $0.cause { true } else { false } }
      #expect(causes == Array(repeating: true, count: 6))
    }
  }

  @Test func `a wrong password is not retried, and its error is rethrown`() async throws {
    try await ScriptedServer.run(answer: { _ in .unauthorized }) { server, url in
      await #expect(throws: ProfileClient.Failure.unauthorized) { try await ProfileClient(baseURL: url).name() }
      #expect(await server.requests == 1)
    }
  }

  @Test func `canceling stops the retries at once`() async throws {
    try await ScriptedServer.run(answer: { _ in .unavailable }) { server, url in
      let lines = Lines()
      let client = ProfileClient(baseURL: url, delay: .constant(.seconds(3_600)), log: lines.append)
      let task = Task { try await client.name() }
      // The request has ended. On Linux, URLSession can deadlock if it is canceled while a response arrives.
      while lines.all.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      task.cancel()
      await #expect(throws: (any Error).self) { try await task.value }
      #expect(await server.requests == 1)
    }
  }

  @Test func `logging inside the step sees every failure`() async throws {
    try await ScriptedServer.run(answer: { _ in .unavailable }) { _, url in
      let lines = Lines()
      let client = ProfileClient(baseURL: url, log: lines.append)
      await #expect(throws: RetryExhausted.self) { try await client.name() }
      #expect(lines.all.dropLast() == Array(repeating: "inside: status(503)", count: 6)[...])
      #expect(lines.all.last?.hasPrefix("outside: Load Profile failed: ") == true)
    }
  }

  @Test func `a recovered step is silent outside`() async throws {
    try await ScriptedServer.run(answer: { $0 < 3 ? .unavailable : .profile }) { _, url in
      let lines = Lines()
      let name = try await ProfileClient(baseURL: url, log: lines.append).name()
      #expect(name == "Ada")
      #expect(lines.all == ["inside: status(503)", "inside: status(503)"])
    }
  }
}

/// The lines of a log.
final class Lines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  @Sendable func append(_ line: String) {
    lock.withLock { lines.append(line) }
  }
}
