import Foundation
import TargetedAutoRetry
import XCTest

/// An issue as `record(_:)` has it.
struct NotedIssue: Sendable {
  let message: String
  let file: String?
  let line: Int?
  let isOnMainThread: Bool
  /// Whether the library held it back from XCTest.
  let isWithheld: Bool

  /// Such as `FactTests.swift:12`; nil where XCTest knows no place.
  var place: String? { file.map { "\($0):\(line ?? 0)" } }
}

/// A test case that notes its issues, and hands none to XCTest unless it is told to.
@MainActor
class FactTestCase: XCTestCase, TargetedAutoRetry {
  let app = WatchedApplication()
  nonisolated let noted = Shared(NotedIssues())

  override nonisolated func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }

  override nonisolated func record(_ issue: XCTIssue) {
    let isOnMainThread = Thread.isMainThread
    let isWithheld = holdBack(issue)
    let location = issue.sourceCodeContext.location
    let note = NotedIssue(
      message: issue.compactDescription,
      file: location?.fileURL.lastPathComponent,
      line: location?.lineNumber,
      isOnMainThread: isOnMainThread,
      isWithheld: isWithheld
    )
    noted.withLock { $0.all.append(note) }
    if !isWithheld, noted.areHandedOn { super.record(issue) }
  }

  func note(_ fact: Fact, _ seen: String) { Notebook.shared.note(fact, seen) }

  /// Notes the first of two texts if the condition is true.
  func note(_ fact: Fact, if condition: Bool, _ seen: String, else other: String) {
    note(fact, condition ? seen : other)
  }
}

/// The issues of a test.
struct NotedIssues: Sendable {
  var all: [NotedIssue] = []
  /// Whether XCTest gets those that are not held back, which fails the test.
  var areHandedOn = false

  var texts: String { all.isEmpty ? "none" : all.map(\.message).joined(separator: "; ") }
}
