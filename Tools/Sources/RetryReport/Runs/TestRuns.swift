/// The counts of some runs of the tests.
public struct TestRuns: Sendable {
  /// The parts of the runs, the oldest first.
  package let parts: [RunCounts]

  package init(_ parts: [RunCounts]) {
    self.parts = parts
  }

  public var isEmpty: Bool { parts.isEmpty }

  public var ids: Set<String> { Set(parts.map(\.id)) }

  func joining(_ attempts: [String]) -> TestRuns {
    TestRuns(parts.map { attempts.contains($0.id) ? $0.named(attempts[0]) : $0 })
  }
}

extension RecordReader {
  public func runs() async -> (input: Input, runs: TestRuns) {
    var collector = RunCollector()
    let input = await read(into: &collector)
    return (input, collector.testRuns)
  }
}
