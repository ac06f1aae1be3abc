import TargetedAutoRetry
import Testing

// A method of a suite of a server that waits for what the server does later.

// before
extension JobSuiteByHand {
  func wait(
    for expected: String,
    in queue: JobQueue,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for _ in 0..<100 {
      if await queue.finished.contains(expected) { return }
      try await Task.sleep(nanoseconds: 50_000_000)
    }
    Issue.record("\(expected) did not finish", sourceLocation: sourceLocation)
  }
}

// after
extension JobSuite {
  func wait(
    for expected: String,
    in queue: JobQueue,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    await withCallPlace(sourceLocation) {
      await autoWait("\(expected) finishes", for: .seconds(5)) { await queue.finished.contains(expected) }
    }
  }
}

// test
struct JobSuiteByHand {}
struct JobSuite: TargetedAutoRetry {}

actor JobQueue {
  let finishedAt: Duration
  let time: FakeTime

  init(finishedAt: Duration, by time: FakeTime) {
    self.finishedAt = finishedAt
    self.time = time
  }

  var finished: [String] { time.now >= finishedAt ? ["mail"] : [] }
}

@Test(arguments: [(3, true), (6, false)])
func `a suite waits for a job of the server`(seconds: Int, succeeds: Bool) async {
  let place = SourceLocation(fileID: "Rewrites/JobTests.swift", filePath: "/src/JobTests.swift", line: 12, column: 3)
  let visits = await [
    visit { time in
      let queue = JobQueue(finishedAt: .seconds(seconds), by: time)
      try await JobSuiteByHand().wait(for: "mail", in: queue, sourceLocation: place)
    },
    visit { time in
      let queue = JobQueue(finishedAt: .seconds(seconds), by: time)
      try await JobSuite().wait(for: "mail", in: queue, sourceLocation: place)
    },
  ]
  for visit in visits {
    #expect(visit.failures.map(\.file) == (succeeds ? [] : ["JobTests.swift"]))
    #expect(visit.failures.map(\.line) == (succeeds ? [] : [12]))
    #expect(abs(visit.time.components.seconds - Int64(min(seconds, 5))) <= 1)
  }
}
