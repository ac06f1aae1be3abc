import Foundation
import RetryReport

/// The records of a job: those that arguments name, or those in the folder of its tests.
struct CIRecords {
  let paths: [String]
  let reader: RecordReader
  /// The variables of the job.
  private let variables: [String: String]
  /// The variable that names the folder of the tests; `nil` if none does, or if arguments name the records.
  private let variable: String?
  private let isNamed: Bool

  init(arguments: [String], _ variables: [String: String]) throws(CommandFailure) {
    self.variables = variables
    isNamed = !arguments.isEmpty
    // `xcodebuild` removes the prefix of the second variable before it starts the tests.
    let names = ["AUTO_RETRY_REPORT", "TEST_RUNNER_AUTO_RETRY_REPORT"]
    variable = isNamed ? nil : names.first { variables[$0]?.isEmpty == false }
    paths = isNamed ? arguments : [variable.flatMap { variables[$0] } ?? "retries"]
    reader = RecordReader(paths)
    guard let variable, let path = paths.first, !path.isFolder else { return }
    if FileManager.default.fileExists(atPath: path) || FilePath.isValue(path) {
      throw CommandFailure("\(variable) is \(path.printable), but must name a folder, for the tests too.")
    }
    if path.isVariable { throw CommandFailure("\(variable) is \(path.printable): \(String.notReplaced)") }
  }

  /// A sentence that says where there are no records.
  var missing: String {
    let origin = variable ?? "AUTO_RETRY_REPORT is \(variables["AUTO_RETRY_REPORT"] == nil ? "not set" : "empty")"
    let places = paths.map { $0.isStream ? $0 : $0.absolutePath }.listed + (isNamed ? "" : " (\(origin))")
    return "There are no records in \(places): nothing was built, or no step has run."
  }

  /// Looks for another folder that contains records.
  func findOther() -> String? {
    let above = paths.filter { !$0.hasPrefix("/") && !$0.isStream }.map { "../\($0)" }
    return (["retries", variables["AUTO_RETRY_REPORT"] ?? ""] + above).first {
      !$0.isEmpty && !paths.contains($0) && RecordReader([$0]).hasInput
    }
  }
}
