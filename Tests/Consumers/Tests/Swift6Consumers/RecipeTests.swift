import Foundation
import TargetedAutoRetry
import XCTest

/// The recipes of the documentation that wait, each with a fault that it has to cope with.
final class RecipeTests: RetryableTestCase {
  override var retryPolicy: RetryPolicy { RetryPolicy(pollingInterval: .milliseconds(1)) }

  func testAServerThatListensLate() async throws {
    let connection = try await connect(to: Server(listeningAtCheck: 3, crashingAtCheck: 4))
    XCTAssertEqual(connection.check, 3)
  }

  func testAServerThatCrashesIsNotWaitedFor() async {
    let server = Server(listeningAtCheck: 4, crashingAtCheck: 3)
    do {
      _ = try await connect(to: server)
      XCTFail("connected")
    } catch {
      XCTAssert(error is ServerCrashed)
    }
    let checks = await server.checks
    XCTAssertEqual(checks, 3)
  }

  func testAValueThatAQueueCallsBackWith() throws {
    let answer = try value { (callback: @escaping @Sendable (Int) -> Void) in
      DispatchQueue.global().async { callback(42) }
    }
    XCTAssertEqual(answer, 42)
  }

  func testAProcessThatDoesNotEndIsKilled() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "trap '' TERM; echo; exec sleep 60"]
    process.standardOutput = output
    try process.run()
    // From its first line on it ignores the signal.
    _ = output.fileHandleForReading.availableData
    stop(process, within: .milliseconds(10))
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, SIGKILL)
  }

  func testWhatIsFalseOnceHasNotStayedTrue() {
    var checks = 0
    XCTAssertTrue(staysTrue(for: .milliseconds(3)) { true })
    // Long enough that a pause that takes longer on a busy machine does not make up for the check that was false.
    XCTAssertFalse(
      staysTrue(for: .milliseconds(500)) {
        checks += 1
        return checks != 2
      }
    )
  }
}

struct Connection {
  let check: Int
}

struct ServerCrashed: Error {}

actor Server {
  private struct ConnectionRefused: Error {}

  private let listens: Int
  private let crashes: Int
  private(set) var checks = 0

  init(listeningAtCheck listens: Int, crashingAtCheck crashes: Int) {
    (self.listens, self.crashes) = (listens, crashes)
  }

  func connect() throws -> Connection {
    checks += 1
    if checks >= crashes { throw ServerCrashed() }
    if checks < listens { throw ConnectionRefused() }
    return Connection(check: checks)
  }
}
