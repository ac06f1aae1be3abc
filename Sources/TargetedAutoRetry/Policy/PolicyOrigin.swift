/// Which policy has set a limit: what somebody asks whose step a limit has ended.
enum PolicyOrigin: String, Sendable {
  case call = "the call"
  case scope = "withRetryPolicy"
  case type = "retryPolicy"
}
