import ArgumentParser
import Foundation

/// The destination of the results.
struct OutputOptions: ParsableArguments {
  @Option(help: "The folder for tables and plots; without it the tables are printed.", completion: .directory)
  var output: String?

  @Option(help: "The seed of all faults.")
  var seed: UInt64 = 2020

  /// Writes or prints a result.
  func publish(_ text: String, as name: String) throws {
    guard let output else {
      print(text)
      return
    }
    let folder = URL(fileURLWithPath: output)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    print("\(folder.appendingPathComponent(name).path)")
  }

  static var today: String { Date().formatted(.iso8601.year().month().day()) }
}
