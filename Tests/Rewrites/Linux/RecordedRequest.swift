import TargetedAutoRetry
import XCTest

// Waits for a request that the stub server has recorded.

// before
extension XCTestCase {
  func waitForRequest(
    _ path: String,
    on server: StubServer,
    timeout: TimeInterval = 5,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> RecordedRequest {
    let deadline = Date().addingTimeInterval(timeout)
    while Date() < deadline {
      if let request = server.requests.first(where: { $0.path == path }) { return request }
      Thread.sleep(forTimeInterval: 0.05)
    }
    XCTFail("No request to \(path) within \(timeout) s", file: file, line: line)
    throw CancellationError()
  }
}

// after
extension RetryableTestCase {
  func autoWaitForRequest(
    _ path: String,
    on server: StubServer,
    timeout: TimeInterval = 5,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> RecordedRequest {
    try autoWait("Request to \(path)", for: .seconds(timeout), file: file, line: line) {
      server.requests.first { $0.path == path }
    }
  }
}

// test
struct RecordedRequest: Equatable {
  let path: String
}

final class StubServer: @unchecked Sendable {
  var requests: [RecordedRequest] = []
}

final class RecordedRequestTests: RewriteTests {
  func testTheRequestIsWaitedFor() {
    let visits = [
      visit { time in
        try waitForRequest("/login", on: server(for: time))
      },
      visit { time in
        try autoWaitForRequest("/login", on: server(for: time))
      },
    ]
    for visit in visits {
      XCTAssertEqual(visit.answer, RecordedRequest(path: "/login"))
      XCTAssertEqual(visit.failures, [])
      XCTAssertLessThan(visit.time, .seconds(4))
    }
  }

  func testARequestThatNeverComesIsAnErrorWithThePlaceOfTheCall() {
    let before = visit { _ in try waitForRequest("/login", on: StubServer(), line: 5) }
    let after = visit { _ in try autoWaitForRequest("/login", on: StubServer(), line: 5) }
    XCTAssertEqual(before.failures.map(\.line), [5])
    XCTAssertEqual(before.failures.map(\.message), ["failed - No request to /login within 5.0 s"])
    XCTAssert(before.error is CancellationError)
    // XCTest fails the test that lets it through.
    XCTAssertEqual((after.error as? RetryExhausted)?.line, 5)
    XCTAssertEqual((after.error as? RetryExhausted)?.actionDescription, "Request to /login")
  }

  private func server(for time: FakeTime) -> StubServer {
    let server = StubServer()
    time.after(.seconds(1)) { server.requests = [RecordedRequest(path: "/health")] }
    time.after(.seconds(3)) { server.requests.append(RecordedRequest(path: "/login")) }
    return server
  }
}
