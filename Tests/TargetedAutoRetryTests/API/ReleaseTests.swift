import Testing

@testable import TargetedAutoRetry

/// The release of the value of a failed attempt: when it is judged, before hooks, waits, reset steps and the next attempt.
@Suite struct ReleaseTests {
  /// Something that fails the first attempt, which has made a value.
  enum Spoiler: String, CaseIterable {
    case condition, throwingCondition
    // After the value was accepted.
    case issue, timeLimit
  }

  /// A value of which only one may be there at a time, such as a socket or a lock file.
  private final class Resource: Sendable {
    let open: Locked<Int>

    init(_ open: Locked<Int>) {
      self.open = open
      open.withLock { $0 += 1 }
    }

    deinit { open.withLock { $0 -= 1 } }
  }

  private static let tries = DriverKind.allCases.flatMap { driver in
    Spoiler.allCases.filter { $0 != .timeLimit || driver == .asynchronous }.map { ($0, driver) }
  }

  @Test(arguments: tries)
  func `nothing sees the value of a failed attempt`(spoiler: Spoiler, driver: DriverKind) async throws {
    let (open, seen, limit) = (Locked(0), Locked<[String]>([]), Duration.seconds(5))
    @Sendable func see(_ part: String) { seen.withLock { $0.append("\(part) \(open.withLock { $0 })") } }
    var bench = Workbench(time: FakeTime(endsLimits: true))
    bench.holdsBack = true
    bench.hears = { if case .wait = $0.kind { see("wait") } }
    bench.recovery = { _ in
      see("hook")
      return .retry
    }
    let policy = RetryPolicy(
      retryAttempts: 1,
      delay: .constant(.seconds(1)),
      attemptTimeLimit: spoiler == .timeLimit ? limit : nil
    )
    func connect() -> Resource {
      see("action")
      let resource = Resource(open)
      if RetryAttempt.current?.number == 1, spoiler == .issue {
        #expect(AttemptScope.current?.keep(.sample("a flake")) == true)
      }
      return resource
    }
    func isAccepted(_ resource: Resource) throws -> Bool {
      if RetryAttempt.current?.number != 1 { return true }
      switch spoiler {
      case .condition: return false
      case .throwingCondition: throw NotYet()
      case .issue, .timeLimit: return true
      }
    }
    func connectHere() throws {
      _ = try bench.autoRetry("Connect", within: limit, policy: policy, mainAction: connect, until: isAccepted) {
        see("reset")
      }
    }
    try await bench.run {
      switch driver {
      case .synchronous: try connectHere()
      case .asynchronous:
        _ = try await bench.autoRetry("Connect", within: limit, policy: policy) { () async -> Resource in
          await Task.yield()
          return connect()
        } until: { resource async throws -> Bool in
          if spoiler == .timeLimit, RetryAttempt.current?.number == 1 {
            try? await bench.time.hang(limit)
          }
          return try isAccepted(resource)
        } reset: {
          see("reset")
        }
      }
    }
    #expect(seen.withLock { $0 } == ["action 0", "hook 0", "wait 0", "reset 0", "action 0"])
    #expect(bench.summary.last == "recovered 1 by retrying")
    #expect(open.withLock { $0 } == 0)
  }
}
