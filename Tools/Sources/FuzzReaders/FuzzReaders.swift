import ArgumentParser
import Foundation
import RetryReport

/// Gives the readers of the report broken and hostile files, and sees to it that they come to an end.
@main
struct FuzzReaders: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Changes files of records, baselines and JUnit results at random, and reads them. A crash names its input."
  )

  @Argument(help: "Files to begin with.")
  var corpus: [String]

  @Option(help: "How many inputs.")
  var count = 100_000

  @Option(help: "What chance is drawn from.")
  var seed: UInt64 = 1

  @Option(help: "Only this input, to look at it again.")
  var only: Int?

  func run() throws {
    let files = try corpus.map { Array(try Data(contentsOf: URL(fileURLWithPath: $0))) }
    var (records, results, baselines) = (0, 0, 0)
    for number in only.map({ $0...$0 }) ?? 0...(count - 1) {
      var hostile = HostileBytes(seed: seed &* 1_000_003 &+ UInt64(number))
      let bytes = hostile.changed(files[number % files.count])
      // In a place where it is still to be found when the process is gone.
      try Data(bytes).write(to: URL(fileURLWithPath: NSTemporaryDirectory() + "fuzz-\(getpid())"))
      let started = Date()
      if (try? Renderings.all(of: Data(bytes), baseline: nil)) != nil { records += 1 }
      var merge = JUnitMerge(FuzzReaders.report)
      if let merged = try? merge.merge(into: bytes) {
        results += 1
        guard let again = try? merge.merge(into: merged), again == merged else {
          throw ValidationError("input \(number): merging twice is not merging once")
        }
      }
      if let baseline = try? Baseline(json: Data(bytes)) {
        baselines += 1
        _ = try Renderings.all(of: Data(files[0]), baseline: baseline)
      }
      let seconds = -started.timeIntervalSinceNow
      if seconds > 20 { throw ValidationError("input \(number) took \(Int(seconds)) s") }
    }
    try? FileManager.default.removeItem(atPath: NSTemporaryDirectory() + "fuzz-\(getpid())")
    print(
      "\(only == nil ? count : 1) inputs: \(records) read as records, \(results) as results, \(baselines) as baselines. No crash."
    )
  }

  /// A test that recovered, for results to merge with.
  private static let report = Report.recovered(suite: "ShopTests.CartTests", test: "testCart")
}
