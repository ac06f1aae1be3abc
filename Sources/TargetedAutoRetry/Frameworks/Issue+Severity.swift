internal import Foundation
internal import Testing

extension Issue {
  /// Leaves a known issue, which fails nothing.
  private static func leaveKnown(_ comment: Comment, at location: SourceLocation) {
    withKnownIssue(comment, sourceLocation: location) { Issue.record(comment, sourceLocation: location) }
  }
}

// Warnings came with Swift 6.3. Before, every issue fails its test.
#if compiler(>=6.3)
  extension Issue {
    /// True if the issue fails its test, unless somebody withholds it.
    var failsTest: Bool { isFailure }

    /// Leaves a warning, which fails nothing.
    ///
    /// To `--repeat-until` a warning is no pass, though the test has passed; a known issue is one.
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
    /// True if the issue fails its test, unless somebody withholds it.
    var failsTest: Bool { true }

    /// Leaves a known issue, which fails nothing.
    static func warn(_ comment: Comment, at location: SourceLocation) { leaveKnown(comment, at: location) }
  }
#endif
