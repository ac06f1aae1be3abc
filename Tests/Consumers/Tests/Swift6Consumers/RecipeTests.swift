import Foundation
import TargetedAutoRetry
import XCTest

/// The recipes of the documentation that wait, each with a fault that it has to cope with.
final class RecipeTests: RetryableTestCase {
  override var retryPolicy: RetryPolicy { RetryPolicy(pollingInterval: .milliseconds(1)) }

  func testAServerThatListensLate() async throws {
    let connection = try await connect(to: Server(listeningAtLook: 3, crashingAtLook: 4))
    XCTAssertEqual(connection.look, 3)
  }

  func testAServerThatCrashesIsNotWaitedFor() async {
    let server = Server(listeningAtLook: 4, crashingAtLook: 3)
    do {
      _ = try await connect(to: server)
      XCTFail("connected")
    } catch {
      XCTAssert(error is ServerCrashed)
    }
    let looks = await server.looks
    XCTAssertEqual(looks, 3)
  }

  func testARowThatIsNotThereYet() throws {
    XCTAssertEqual(try row(17, in: Database()), "17 Ada")
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
    var looks = 0
    XCTAssertTrue(staysTrue(for: .milliseconds(3)) { true })
    XCTAssertFalse(
      staysTrue(for: .milliseconds(3)) {
        looks += 1
        return looks != 2
      }
    )
  }

  func testAnAssertionThatComesTrue() {
    var looks = 0
    func look() -> Int {
      looks += 1
      return looks
    }
    assertEventually(min(look(), 3), equals: 3)
    XCTAssertEqual(looks, 4)
  }
}

struct Connection {
  let look: Int
}

struct ServerCrashed: Error {}

actor Server {
  private struct ConnectionRefused: Error {}

  private let listens: Int
  private let crashes: Int
  private(set) var looks = 0

  init(listeningAtLook listens: Int, crashingAtLook crashes: Int) {
    (self.listens, self.crashes) = (listens, crashes)
  }

  func connect() throws -> Connection {
    looks += 1
    if looks >= crashes { throw ServerCrashed() }
    if looks < listens { throw ConnectionRefused() }
    return Connection(look: looks)
  }
}

/// A database without the table at first, and then without the row.
final class Database {
  private struct NoSuchTable: Error {}

  private var looks = 0

  func row(_ id: Int) throws -> String? {
    looks += 1
    if looks == 1 { throw NoSuchTable() }
    return looks < 3 ? nil : "\(id) Ada"
  }
}
