internal import Testing

// Warnings came with Swift 6.3. Before, every issue fails its test.
#if compiler(>=6.3)
  extension Issue {
    /// Whether the issue fails its test, unless somebody withholds it.
    var failsTest: Bool { isFailure }

    /// Leaves a warning, which fails nothing.
    static func warn(_ comment: Comment, at location: SourceLocation) {
      Issue.record(comment, severity: .warning, sourceLocation: location)
    }
  }
#else
  extension Issue {
    /// Whether the issue fails its test, unless somebody withholds it.
    var failsTest: Bool { true }

    /// Leaves a known issue, which fails nothing.
    static func warn(_ comment: Comment, at location: SourceLocation) {
      withKnownIssue(comment, sourceLocation: location) { Issue.record(comment, sourceLocation: location) }
    }
  }
#endif
