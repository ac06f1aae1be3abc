import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

/// The result of a call of a helper.
struct Visit<Answer> {
  struct Failure: Equatable, Sendable {
    let message: String
    let file: String
    let line: Int
  }

  /// The value that the helper returned; nil if it threw.
  let answer: Answer?
  /// The error that the helper threw.
  let error: (any Error)?
  let failures: [Failure]
  /// The time that the call took, by its clock.
  let time: Duration
}

/// A test case whose helpers may fail; their failures are kept and fail nothing.
class RewriteTests: RetryableTestCase {
  private let kept = Locked<[Visit<Void>.Failure]?>(nil)

  /// - Parameters:
  ///   - time: The clock; nil if real time has to pass.
  ///   - helper: Receives the clock, to schedule changes on it.
  func visit<Answer>(on time: FakeTime? = FakeTime(), _ helper: (FakeTime) throws -> Answer) -> Visit<Answer> {
    kept.withLock { $0 = [] }
    let world = World.on(time)
    let time = time ?? FakeTime()
    let result = FakeTime.$current.withValue(time) {
      Surroundings.$current.withValue(.with(world: world)) { Result { try helper(time) } }
    }
    let failures = kept.withLock { kept in
      defer { kept = nil }
      return kept ?? []
    }
    return Visit(result, failures.map { .init(message: $0.message, file: $0.file, line: $0.line) }, time.now)
  }

  override func recordFailure(
    withDescription description: String,
    inFile path: String,
    atLine line: Int,
    expected: Bool
  ) {
    if withholds(description, path, line, expected) { return }
    let isKept = kept.withLock { kept in
      kept?.append(.init(message: description, file: URL(fileURLWithPath: path).lastPathComponent, line: line))
      return kept != nil
    }
    if isKept { return OwnFailure.current?.take() ?? () }
    super.recordFailure(withDescription: description, inFile: path, atLine: line, expected: expected)
  }
}

/// Calls a helper of Swift Testing, whose issues are kept and fail nothing.
func visit<Answer>(
  isolation: isolated (any Actor)? = #isolation,
  _ helper: (FakeTime) async throws -> Answer
) async -> Visit<Answer> {
  let time = FakeTime()
  let failures = Locked<[Visit<Answer>.Failure]>([])
  var result: Result<Answer, any Error>?
  await withKnownIssue(isIntermittent: true) {
    await FakeTime.$current.withValue(time) {
      await Surroundings.$current.withValue(.with(world: .on(time))) {
        do { result = .success(try await helper(time)) } catch { result = .failure(error) }
      }
    }
  } matching: { issue in
    let place = issue.sourceLocation
    let failure = Visit<Answer>.Failure(
      message: issue.comments.map(\.rawValue).joined(separator: " "),
      file: place?.fileName ?? "",
      line: place?.line ?? 0
    )
    failures.withLock { $0.append(failure) }
    return true
  }
  return Visit(result ?? .failure(CancellationError()), failures.withLock { $0 }, time.now)
}

extension Visit {
  fileprivate init(_ result: Result<Answer, any Error>, _ failures: [Failure], _ time: Duration) {
    self.failures = failures
    self.time = time
    do { (answer, error) = (try result.get(), nil) } catch { (answer, self.error) = (nil, error) }
  }
}
