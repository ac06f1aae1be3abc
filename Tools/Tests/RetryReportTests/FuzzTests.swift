#if os(Linux)
  import Foundation
  import Testing

  @testable import RetryReport

  /// Broken and hostile files, a few of those that `FuzzReaders` makes.
  @Suite struct FuzzTests {
    @Test func `whatever is in a file, the readers come to an end`() async throws {
      let binaries = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      let records = Golden.folder.appendingPathComponent("records")
      let corpus =
        try FileManager.default.contentsOfDirectory(atPath: records.path).filter { $0.hasSuffix(".jsonl") }.sorted()
        .map { records.appendingPathComponent($0).path }
        + ["results.xml", "results-swift-testing.xml"].map { Golden.folder.appendingPathComponent($0).path }
      let run = try await ChildProcess(
        binaries.appendingPathComponent("FuzzReaders"),
        corpus + ["--count", "300", "--seed", "7"]
      )
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.output.hasSuffix("No crash.\n"))
    }
  }
#endif
