import ArgumentParser
import Foundation
import RetryReport
import RunComparison

/// Broken and hostile files for the readers of the report, which must come to an end.
@main
struct FuzzReaders: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Changes files of records, baselines and JUnit results at random, and reads and compares them. A crash names its input."
  )

  @Argument(help: "Files to begin with.")
  var corpus: [String]

  @Option(help: "The number of inputs.")
  var count = 100_000

  @Option(help: "The seed of all random numbers.")
  var seed: UInt64 = 1

  @Option(help: "Only this input, to repeat it.")
  var only: Int?

  func validate() throws {
    if corpus.isEmpty { throw ValidationError("Name a file to begin with.") }
    if count < 1 { throw ValidationError("--count is \(count), but must be 1 or more.") }
    if let only, only < 0 { throw ValidationError("--only is \(only), but must be 0 or more.") }
  }

  func run() async throws {
    let report = await RecordReader(corpus).report()
    // The file outlives the process.
    let input = NSTemporaryDirectory() + "fuzz-\(getpid())"
    let evidence = try EvidenceFolder("\(input)-evidence")
    let files = try corpus.map { Array(try Data(contentsOf: URL(fileURLWithPath: $0))) }
    var (records, results, baselines) = (0, 0, 0)
    for number in only.map({ $0...$0 }) ?? 0...count - 1 {
      var hostile = HostileBytes(seed: seed &* 1_000_003 &+ UInt64(number))
      let bytes = hostile.changed(files[number % files.count])
      try Data(bytes).write(to: URL(fileURLWithPath: input))
      let started = clock()
      if try await Self.render(input, comparedWith: nil) { records += 1 }
      let page = try await evidence.page(failed: files[number % files.count], worked: bytes)
      guard page.contains("<h5>What differed</h5>"), page.hasSuffix("</html>\n") else {
        throw ValidationError("input \(number): the page does not say what differed")
      }
      var merge = JUnitMerge(report)
      if let merged = try? merge.merge(into: Data(bytes)) {
        results += 1
        guard let again = try? merge.merge(into: merged), again == merged else {
          throw ValidationError("input \(number): merging twice is not merging once")
        }
      }
      if let baseline = try? Baseline(json: Data(bytes)) {
        baselines += 1
        // It may have no runs, or the very runs of the corpus.
        do { _ = try await Self.render(corpus[0], comparedWith: baseline) } catch is Comparison.Impossible {}
      }
      // The processor's time, which other programs on the machine do not change.
      let seconds = (clock() - started) / Int(CLOCKS_PER_SEC)
      if seconds > 20 { throw ValidationError("input \(number) took \(seconds) s") }
    }
    try? FileManager.default.removeItem(atPath: input)
    evidence.remove()
    print(
      "\(only == nil ? count : 1) inputs: \(records) read as records, \(results) as results, \(baselines) as baselines. No crash."
    )
  }

  /// Renders a file of records in every format.
  ///
  /// - Returns: Whether there is a record in it.
  private static func render(_ path: String, comparedWith baseline: Baseline?) async throws -> Bool {
    let reader = RecordReader([path])
    var full = await reader.fullReport()
    let comparison = try baseline.map { try full.compare(with: $0) }
    let report = full.report
    _ = [TextFormat.render(report), MarkdownFormat.render(report), CIReport(full).annotations]
    _ = try JSONFormat.render(report)
    _ = Gates(actionFlakeRate: 0, exhausted: true).failures(report)
    _ = HTMLFormat.render(
      full,
      links: Links(source: "https://example.com/{commit}/{file}#L{line}", run: "https://example.com/{run}")
    )
    if let comparison {
      _ = [ComparisonFormat.text(comparison.summary), ComparisonFormat.markdown(comparison.summary)]
      _ = try comparison.json()
    }
    let known = Baseline(await reader.runs().runs)
    _ = try Baseline(json: Data(try known.json().utf8))
    return report.input.rows > 0
  }
}
