import FlyingSocks
import Foundation
import TargetedAutoRetry
import Testing

/// Alone in a process: tests that block the threads of Swift's tasks would let the client's time run out without a fault.
@Suite(.enabled("FAULTY_PROXY is not set") { ProcessInfo.processInfo.environment["FAULTY_PROXY"] != nil })
struct FaultyProxyTests {
  /// Without retries each fault is a failed step; with them it is a failed attempt of a step that succeeds.
  @Test(arguments: [0, 5])
  func `each fault fails one attempt, whose cause names it, and nothing else fails`(retries: Int) async throws {
    try await ScriptedServer.run(answer: { _ in .profile }) { server, url in
      let proxy = try FaultyProxy(to: url, seed: 2, rate: 0.4)
      let client = SocketClient(port: proxy.port, retries: retries)
      var failedSteps = 0
      for _ in 1...20 {
        do {
          let name = try await client.name()
          #expect(name == "Ada")
        } catch is RetryExhausted {
          failedSteps += 1
        }
      }
      let (exitCode, faults) = try proxy.stop()
      #expect(exitCode == 0)
      #expect(Set(faults.map(\.kind)).count == 4)
      #expect(faults.map(\.connection).filter { $0 <= 20 } == [2, 3, 6, 7, 8, 9, 12, 16, 18], "The seed decides.")
      #expect(faults.map(\.number) == Array(1...faults.count))
      #expect(failedSteps == (retries == 0 ? faults.count : 0))
      #expect(await server.requests == 20 + faults.count - faults.count { $0.kind == .refuse } - failedSteps)
      #expect(client.causes.all.count == faults.count)
      for (cause, fault) in zip(client.causes.all, faults) {
        #expect(fault.isNamed(by: cause))
      }
    }
  }
}

extension FaultyProxy.Fault {
  fileprivate func isNamed(by cause: String) -> Bool {
    switch kind {
    case .delay: cause == "timed out"
    // A reset may discard what was not read yet.
    case .drop: (0...byte).contains { cause == "\(AnswerBrokeOff(bytes: $0))" }
    case .refuse, .truncate: cause == "\(AnswerBrokeOff(bytes: byte))"
    }
  }
}

private struct AnswerBrokeOff: Error {
  let bytes: Int
}

/// Asks for the profile by a connection of its own each time, so that the proxy may have a fault for each request.
///
/// URLSession on Linux ends the process if an answer breaks off in its first lines.
private struct SocketClient: TargetedAutoRetry {
  let port: UInt16
  let retries: Int
  let causes = Lines()

  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: retries, attemptTimeLimit: .seconds(5)) }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    switch attempt.cause {
    case .timedOut: causes.append("timed out")
    case .error(let error): causes.append("\(error)")
    default: causes.append("\(attempt.cause)")
    }
    return .retry
  }

  func name() async throws -> String {
    try await autoRetry("Load Profile") {
      var answer: [UInt8] = []
      do {
        let socket = try await AsyncSocket.connected(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
        defer { try? socket.close() }
        try await socket.write(Data("GET /profile HTTP/1.1\r\nConnection: close\r\n\r\n".utf8))
        while true { answer += try await socket.read(atMost: 4096) }
      } catch is SocketError {
        // The end of the connection.
      }
      let parts = String(decoding: answer, as: UTF8.self).components(separatedBy: "\r\n\r\n")
      guard parts.count == 2, parts[0].hasSuffix("Content-Length: \(parts[1].utf8.count)") else {
        throw AnswerBrokeOff(bytes: answer.count)
      }
      return parts[1]
    }
  }
}
