internal import Testing

#if compiler(>=6.3)
  extension Issue {
    /// True if the issue fails its test unless it is withheld.
    var failsTest: Bool { isFailure }
  }
#else
  extension Issue {
    /// True if the issue fails its test unless it is withheld; only reflection tells that somebody has matched it.
    var failsTest: Bool {
      let match = Mirror(reflecting: self).descendant("knownIssueContext")
      return match.map { "\($0)" == "nil" } ?? true
    }
  }
#endif
