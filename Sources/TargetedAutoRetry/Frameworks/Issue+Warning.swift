internal import Foundation
internal import Testing

extension Issue {
  private static func leaveKnown(_ comment: Comment, at location: SourceLocation) {
    withKnownIssue(comment, sourceLocation: location) { Issue.record(comment, sourceLocation: location) }
  }
}

// Warnings came with Swift 6.3. Before that, every issue fails its test.
#if compiler(>=6.3)
  extension Issue {
    /// True if the issue fails its test unless it is withheld.
    var failsTest: Bool { isFailure }

    /// Leaves a warning, which fails nothing.
    ///
    /// For `--repeat-until` a test with a warning has not passed; one with a known issue has.
    static func warn(_ comment: Comment, at location: SourceLocation) {
      if isRepeated { return leaveKnown(comment, at: location) }
      Issue.record(comment, severity: .warning, sourceLocation: location)
    }

    private static let isRepeated = ProcessInfo.processInfo.arguments.contains {
      $0 == "--repeat-until" || $0.hasPrefix("--repeat-until=")
    }
  }
#else
  extension Issue {
    /// True if the issue fails its test unless it is withheld; only reflection tells that somebody has matched it.
    var failsTest: Bool {
      let match = Mirror(reflecting: self).descendant("knownIssueContext")
      return match.map { "\($0)" == "nil" } ?? true
    }

    static func warn(_ comment: Comment, at location: SourceLocation) { leaveKnown(comment, at: location) }
  }
#endif
