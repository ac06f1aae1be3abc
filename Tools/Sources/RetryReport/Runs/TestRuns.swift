/// The counts of some runs of the tests.
public struct TestRuns: Sendable {
  /// The parts of the runs, the oldest first.
  package private(set) var parts: [RunCounts]

  package init(_ parts: [RunCounts]) {
    self.parts = parts
  }

  public var isEmpty: Bool { parts.isEmpty }

  public var ids: Set<String> { Set(parts.map(\.id)) }

  /// Merges the attempts of one run of a CI service into one run.
  ///
  /// - Parameter attempts: The ids of the attempts; the run keeps the first one.
  public mutating func join(_ attempts: [String]) {
    for index in parts.indices where attempts.contains(parts[index].id) { parts[index].part.run = attempts[0] }
  }
}

extension RecordReader {
  public func runs() async -> (input: Input, runs: TestRuns) {
    var collector = RunCollector()
    let input = await read(into: &collector)
    return (input, collector.testRuns)
  }
}
