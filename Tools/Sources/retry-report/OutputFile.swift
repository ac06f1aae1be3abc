import ArgumentParser
import Foundation
import RetryReport

/// The output of a command: standard output, or a file that is written completely or not at all.
enum OutputFile {
  static func write(_ text: String, to path: String?) throws(CommandFailure) {
    guard let path else { return try StandardStream.output(text) }
    try write(Data(text.utf8), to: path)
  }

  /// Writes bytes to a file, or to the file that a link leads to; its mode stays, and its folder is made if needed.
  static func write(_ bytes: Data, to path: String) throws(CommandFailure) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    // Root could write any file, so the mode decides.
    if isThere, status.st_mode & 0o222 == 0 { throw CommandFailure("\(path) cannot be written: it is read-only") }
    do {
      if !isThere, errno != ENOENT { throw POSIXError.last }
      if isThere, status.st_mode & S_IFMT != S_IFREG {
        try FileHandle(forWritingTo: URL(fileURLWithPath: path)).write(contentsOf: bytes)
      } else {
        try makeFolder(of: path)
        try bytes.write(to: URL(fileURLWithPath: path.target), options: .atomic)
        // Foundation replaces the file by one with the mode of a new file.
        if isThere, chmod(path.target, status.st_mode & 0o7777) != 0 { throw POSIXError.last }
      }
    } catch {
      throw CommandFailure("\(path) cannot be written: \(error.shortDescription)")
    }
  }

  static func makeFolder(of path: String) throws {
    try FileManager.default.createDirectory(atPath: path.target.folder, withIntermediateDirectories: true)
  }
}

extension String {
  /// The path of the file that a link leads to, even if there is none yet.
  var target: String {
    let url = URL(fileURLWithPath: self)
    guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { return url.path }
    return URL(fileURLWithPath: link, relativeTo: url.deletingLastPathComponent()).path.target
  }
}

extension POSIXError {
  /// The error of the last system call.
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

/// The place of the output.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
    completion: .file(),
    transform: FilePath.parse
  )
  var output: String?

  func write(_ text: String) throws(CommandFailure) { try OutputFile.write(text, to: file) }

  /// Warns if the name is one of another format, as after `-o html`.
  func warn<Format: RawRepresentable & CaseIterable>(unlessIn format: Format) where Format.RawValue == String {
    guard let output else { return }
    let end = output.split { "./".contains($0) }.last.map { $0 == "md" ? "markdown" : String($0) }
    guard let meant = Format.allCases.map(\.rawValue).first(where: { $0 == end }), meant != format.rawValue else {
      return
    }
    // CTRF is JSON too.
    if meant == "json", format.rawValue == "ctrf" { return }
    StandardStream.error("warning: \(output.printable) contains \(format.rawValue). Did you mean --format \(meant)?")
  }

  func refuse(toOverwrite inputs: [String]) throws(CommandFailure) {
    try FilePath.refuse([file].compactMap(\.self), of: inputs)
  }

  private var file: String? { output == "-" ? nil : output }
}
