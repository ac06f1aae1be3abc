import Foundation
import TargetedAutoRetry

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads a profile from an unreliable server.
struct ProfileClient: TargetedAutoRetry {
  enum Failure: Error, Equatable {
    case unauthorized
    case status(Int)
  }

  let baseURL: URL
  var delay = RetryDelay.zero
  /// The time limit of a request; without it, an unanswered request would block the test.
  var requestTime = Duration.seconds(30)
  var log: @Sendable (String) -> Void = { _ in }

  var retryPolicy: RetryPolicy {
    RetryPolicy(
      retryAttempts: 5,
      delay: delay,
      attemptTimeLimit: requestTime,
      // Another request does not make a password right.
      isRetryable: { $0 as? Failure != .unauthorized }
    )
  }

  /// A log line inside the step sees every failure, one outside only the final one.
  func name() async throws -> String {
    do {
      return try await autoRetry("Load Profile") {
        do {
          return try await requestName()
        } catch {
          log("inside: \(error)")
          throw error
        }
      }
    } catch {
      log("outside: \(error)")
      throw error
    }
  }

  private func requestName() async throws -> String {
    let request = URLRequest(url: baseURL.appending(path: "profile"), timeoutInterval: 60)
    let (data, response) = try await URLSession.shared.data(for: request)
    switch (response as? HTTPURLResponse)?.statusCode {
    case 200: return String(decoding: data, as: UTF8.self)
    case 401: throw Failure.unauthorized
    case let status: throw Failure.status(status ?? 0)
    }
  }
}
