import Foundation
import RetryReport
import RunComparison

/// A baseline in a file.
enum BaselineFile {
  static func read(_ path: String) throws(CommandFailure) -> Baseline {
    if !FileManager.default.fileExists(atPath: path) {
      throw CommandFailure(
        "\(path.printable): no such baseline; retry-report baseline <folder> --output <file> writes one",
        isLasting: true
      )
    }
    if path.isFolder {
      throw CommandFailure("The baseline \(path.printable) is a folder, not a file.", isLasting: true)
    }
    let bytes = try InputFile.read(path)
    if bytes.isEmpty { throw CommandFailure("\(path.printable) is empty: check how it is kept from run to run") }
    if bytes.isGzip {
      throw CommandFailure("\(path.printable) is compressed: unpack it with gunzip <file >other.", isLasting: true)
    }
    do throws(Baseline.NotReadable) {
      return try Baseline(json: bytes)
    } catch {
      // The alarms of neither side may be lost.
      if bytes.split(separator: UInt8(ascii: "\n")).contains(where: { $0.starts(with: "<<<<<<< ".utf8) }) {
        throw CommandFailure(
          "\(path.printable) has a merge conflict of Git. Keep the lines of one side.",
          isLasting: true
        )
      }
      func isJSON(_ bytes: Data) -> Bool { (try? JSONSerialization.jsonObject(with: bytes)) != nil }
      let firstLine = bytes.prefix { $0 != UInt8(ascii: "\n") }
      if !error.isNewer, bytes.first == UInt8(ascii: "{"), !isJSON(bytes), !isJSON(firstLine) {
        throw CommandFailure("\(path.printable) is cut off or damaged: restore an earlier copy")
      }
      throw CommandFailure("\(path) \(error)", isLasting: error.isNewer)
    }
  }

  /// Names the usual baseline, if the user has named another one.
  static func adviceOnOther(than path: String) -> String {
    let usual = AcceptCommandLine.usualBaseline
    return path != usual && FileManager.default.fileExists(atPath: usual) ? " Did you mean \(usual), which exists?" : ""
  }

  /// The baseline to add to: a new one if there is none, or none that any version can read.
  static func readOrBegin(_ path: String) throws -> Baseline {
    do throws(CommandFailure) {
      return FileManager.default.fileExists(atPath: path) ? try read(path) : Baseline()
    } catch {
      if error.isLasting { throw error }
      // Keep a copy, because the file is about to be replaced.
      let (unreadable, copy) = (try InputFile.read(path), "\(path.target).unreadable")
      try OutputFile.write(unreadable, to: copy)
      let begun = Baseline(openAlarmsOf: unreadable)
      let open = begun.openFindings.isEmpty ? "" : " with its open findings"
      StandardStream.error(
        "note: \(path.printable) cannot be read. A new baseline was started\(open), and the old file is now \(copy.printable)"
      )
      return begun
    }
  }

  /// Adds runs to a baseline, and writes to standard error which of them it does not keep.
  static func add(_ runs: [RunCounts], to baseline: inout Baseline) {
    let isNew = baseline.runs.isEmpty
    baseline.add(runs)
    let old = runs.ids.subtracting(baseline.runs).sorted()
    if old.isEmpty || isNew { return }
    let count = old.count == 1 ? "1 run is" : "\(old.count) runs are"
    StandardStream.error(
      "note: \(count) not added, because the \(baseline.runs.count) runs of the baseline are newer: \(old.listed). "
        + "A wrong clock makes a run look old."
    )
  }
}

/// The exclusive right to change a file.
///
/// Two jobs that read the same baseline, add to it and write it would lose the runs of one. The folder is locked, because
/// the file itself is replaced. The system releases the lock of a process that dies.
enum FileLock {
  /// Calls a function while no other process holds the lock of the same folder.
  static func hold<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    let folder = path.target.folder
    // If this fails, opening the folder reports the error.
    try? OutputFile.makeFolder(of: path)
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw CommandFailure("\(folder) cannot be locked: \(POSIXError.last.shortDescription)")
    }
    return try body()
  }
}
