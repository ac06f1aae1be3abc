import FlyingFox
import FlyingSocks
import Foundation

/// A real HTTP server on the loopback interface that answers by script.
actor ScriptedServer {
  enum Answer: Sendable {
    case profile
    case unavailable
    case unauthorized
    /// Promises a body, and closes the connection in the middle of it.
    case dropsConnection
    /// Answers after a while.
    case delayed(Duration)
    /// Takes the request, and never answers.
    case hangs
  }

  private(set) var requests = 0
  private let answer: @Sendable (Int) -> Answer

  /// - Parameter answer: The answer to each request; 1 is the first.
  private init(answer: @escaping @Sendable (Int) -> Answer) {
    self.answer = answer
  }

  /// Runs a server for as long as the closure runs.
  static func run(
    answer: @escaping @Sendable (Int) -> Answer,
    _ body: @Sendable (ScriptedServer, URL) async throws -> Void
  ) async throws {
    let script = ScriptedServer(answer: answer)
    let server = HTTPServer(address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
    await server.appendRoute("/profile") { _ in try await script.respond() }
    let running = Task { try await server.run() }
    defer { running.cancel() }
    try await server.waitUntilListening()
    guard case .ip4(_, let port)? = await server.listeningAddress, let url = URL(string: "http://127.0.0.1:\(port)")
    else { throw URLError(.cannotConnectToHost) }
    try await body(script, url)
    await server.stop()
  }

  private func respond() async throws -> HTTPResponse {
    requests += 1
    switch answer(requests) {
    case .profile: return HTTPResponse(statusCode: .ok, body: Data("Ada".utf8))
    case .unavailable: return HTTPResponse(statusCode: .serviceUnavailable)
    case .unauthorized: return HTTPResponse(statusCode: .unauthorized)
    case .dropsConnection: return HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: BrokenBytes(), count: 100))
    case .delayed(let duration):
      try await Task.sleep(for: duration)
      return HTTPResponse(statusCode: .ok, body: Data("Ada".utf8))
    case .hangs:
      try await Task.sleep(for: .seconds(3_600))
      return HTTPResponse(statusCode: .serviceUnavailable)
    }
  }
}
