import Foundation
import RetryReport

/// A baseline in a file.
enum BaselineFile {
  /// The number of runs that a line names.
  private static let mostNames = 5

  static func read(_ path: String) throws(CommandFailure) -> Baseline {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw CommandFailure("\(path): is a folder, and must be the file of a baseline")
    }
    let bytes = try InputFile.read(path)
    do {
      return try Baseline(json: bytes)
    } catch .newer(let version) {
      throw CommandFailure("\(path) \(Baseline.NotReadable.newer(version: version))", isLasting: true)
    } catch {
      throw CommandFailure("\(path) \(error)")
    }
  }

  /// The baseline in the file, or a new one where there is no file.
  static func readIfThere(_ path: String) throws(CommandFailure) -> Baseline {
    FileManager.default.fileExists(atPath: path) ? try read(path) : Baseline(TestRuns([]))
  }

  /// The baseline to add to: a new one where there is none, or none that can be read by any version.
  static func readOrBegin(_ path: String) throws -> Baseline {
    do throws(CommandFailure) {
      return try readIfThere(path)
    } catch {
      if error.isLasting { throw error }
      // The file is about to be replaced.
      let (unreadable, copy) = (try InputFile.read(path), "\(path.target).unreadable")
      try OutputFile.write(unreadable, to: copy)
      let begun = Baseline(openAlarmsOf: unreadable)
      let open = begun.openFindings.isEmpty ? "" : ", with its open findings"
      StandardStream.error(
        "note: \(path.printable) cannot be read; it is begun anew\(open), and kept as \(copy.printable)"
      )
      return begun
    }
  }

  /// Adds runs to a baseline; lines on standard error name those that it has or does not keep.
  static func add(_ runs: TestRuns, to baseline: inout Baseline) {
    let isNew = baseline.runs.isEmpty
    let known = baseline.add(runs)
    if known > 0 {
      let parts = known == 1 ? "1 part of a run is" : "\(known) parts of runs are"
      StandardStream.error("note: \(parts) in the baseline already, and counted once.")
    }
    let old = runs.ids.subtracting(baseline.runs).sorted()
    if old.isEmpty || isNew { return }
    let names = old.prefix(mostNames).joined(separator: ", ") + (old.count > mostNames ? ", …" : "")
    let count = old.count == 1 ? "1 run is" : "\(old.count) runs are"
    StandardStream.error(
      "note: \(count) not learned, because the baseline has newer ones, \(baseline.runs.count) in all: \(names.printable). "
        + "A clock that is wrong makes a run old."
    )
  }
}
