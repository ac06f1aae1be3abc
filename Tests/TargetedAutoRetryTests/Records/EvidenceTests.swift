import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct EvidenceTests {
  /// Runs a step with records in the folder, and attaches a page to each attempt that may have evidence.
  private func rows(
    _ driver: DriverKind,
    _ checks: Checks,
    policy: RetryPolicy = RetryPolicy(),
    evidence: @escaping @Sendable (AttemptEvidence) -> Void = { $0.attach("page of \($0.number)", named: "page.html") }
  ) async throws -> (rows: [Row], files: [String], bench: Workbench) {
    try await withTemporaryFolder { folder in
      let file = RecordFile(directory: folder.path, process: .sample()) { Issue.record(Comment(rawValue: $0)) }
      var bench = Workbench(evidence: evidence)
      bench.stores = file
      _ = try? await bench.step(driver, checks, policy: policy, resetSteps: {})
      let rows = try Row.rows(in: folder).rows
      let paths = rows.flatMap { $0["attachments"].split(separator: " ") }
      let texts = try paths.map { try String(contentsOf: folder.appendingPathComponent(String($0)), encoding: .utf8) }
      return (rows, texts, bench)
    }
  }

  @Test(arguments: DriverKind.allCases)
  func `evidence covers failed attempts and the one that passed`(driver: DriverKind) async throws {
    let (rows, files, _) = try await rows(driver, Checks(.no, .no, .yes))
    #expect(rows.map { $0.values("kind", "outcome") } == ["attempt failed", "attempt failed", "step recovered"])
    #expect(files == ["page of 1", "page of 2", "page of 3"])
    #expect(
      rows.map { $0["attachments"].suffix(12) } == ["a1-page.html", "a2-page.html", "a3-page.html"]
    )
  }

  @Test(arguments: DriverKind.allCases)
  func `a step that passes at once has no evidence`(driver: DriverKind) async throws {
    #expect(try await rows(driver, Checks(.yes)).files == [])
    let (rows, files, _) = try await rows(driver, Checks(.no), policy: RetryPolicy(retryAttempts: 1))
    #expect(files == ["page of 1", "page of 2"])
    #expect(rows.last?["attachments"] == "")
  }

  @Test(arguments: DriverKind.allCases)
  func `a step that recovered by waiting has evidence in two rows`(driver: DriverKind) async throws {
    let policy = RetryPolicy(delay: .constant(.seconds(1)))
    let (rows, files, _) = try await rows(driver, Checks(.no, .yes), policy: policy) {
      $0.attach($0.failure == nil ? "worked" : "failed", named: "page.html")
    }
    #expect(rows.map { $0.values("kind", "cure") } == ["attempt ", "step waiting"])
    #expect(files == ["failed", "worked"])
  }

  @Test(arguments: DriverKind.allCases)
  func `an attempt that an error or a skip ends has evidence too`(driver: DriverKind) async throws {
    let never = RetryPolicy(isRetryable: { _ in false })
    for stop in [NotYet(), XCTSkip("not here")] as [any Error] {
      let (rows, files, bench) = try await rows(driver, Checks(.throwing(stop)), policy: never) {
        if case .error? = $0.failure?.cause { $0.attach("page of \($0.number)", named: "page.html") }
      }
      #expect(files == ["page of 1"])
      #expect(rows.map { $0.values("kind", "outcome") } == ["step aborted"])
      #expect(bench.summary.last?.hasPrefix("stopped in attempt 1") == true)
    }
  }

  @Test func `steps inside a hook do not call hooks`() {
    var bench = Workbench()
    let asked = Locked<[String]>([])
    let waits = bench
    bench.evidence = { attempt in
      asked.withLock { $0.append("evidence of \(attempt.actionDescription)") }
      waits.asking(asked).autoWait("Spinner is gone", for: .zero, failTestOnFailure: false) { false }
    }
    bench.recovery = { attempt in
      asked.withLock { $0.append("hook of \(attempt.actionDescription)") }
      let page = waits.asking(asked)
      page.step { page.autoWait("Page", for: .zero, failTestOnFailure: false) { false } }
      return .retry
    }
    #expect(bench.attempts(succeedsAt: 2) == 2)
    #expect(asked.withLock { $0 } == ["evidence of Sign In", "hook of Sign In", "evidence of Sign In"])
    #expect(bench.failures.isEmpty)
  }

  @Test(arguments: DriverKind.allCases)
  func `a wait that fails, or that an error ends, has evidence`(driver: DriverKind) async throws {
    let asked = Locked<[String]>([])
    let bench = Workbench(evidence: { attempt in
      asked.withLock {
        $0.append("\(attempt.actionDescription) \(attempt.number) \(attempt.failure?.causeText(.whole) ?? "")")
      }
    })
    try await bench.wait(driver, Checks(.no))
    try await bench.wait(driver, Checks(.no, .yes))
    let never = RetryPolicy(isRetryable: { _ in false })
    await #expect(throws: NotYet.self) { try await bench.wait(driver, Checks(.throwing(NotYet())), policy: never) }
    let causes = ["The condition was false after 1.0 s (limit of the call).", "Threw NotYet()."]
    #expect(asked.withLock { $0 } == causes.map { "Requests arrive 1 \($0)" })
  }
}

extension Workbench {
  /// The bench, with a note of each question about one of its steps.
  fileprivate func asking(_ asked: Locked<[String]>) -> Workbench {
    var bench = self
    bench.evidence = { attempt in asked.withLock { $0.append("evidence of \(attempt.actionDescription)") } }
    bench.recovery = { attempt in
      asked.withLock { $0.append("hook of \(attempt.actionDescription)") }
      return .retry
    }
    return bench
  }
}
