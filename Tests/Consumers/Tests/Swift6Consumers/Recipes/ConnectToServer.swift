import TargetedAutoRetry

func connect(to server: Server) async throws -> Connection {
  try await CurrentTest().autoWait(
    "Server listens",
    for: .seconds(5),
    policy: RetryPolicy(isRetryable: { !($0 is ServerCrashed) })
  ) {
    try await server.connect()
  }
}
