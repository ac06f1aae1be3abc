import Foundation
import Testing

@testable import TargetedAutoRetry

extension Step {
  static func sample(
    _ name: String = "Launch",
    _ failure: FailureEffect = .failsTest,
    of testCase: ObjectIdentifier? = nil,
    inside parent: Step? = nil
  ) -> Step {
    let place = CallSite(#fileID, #filePath, #line, #column)
    let around = parent.map { ($0, Attempt(number: 1, retriesRemaining: 3)) }
    return Step(name, failure, StepPolicy(), place, of: testCase, inside: around)
  }
}

extension TestIssue {
  /// An issue that no framework hears of.
  static func sample(_ text: String) -> TestIssue { TestIssue(text, path: "A.swift", line: 1) { _ in } }
}
