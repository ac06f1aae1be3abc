import Foundation

/// Other programs.
enum Program {
  static func named(_ name: String, in path: String) -> URL? {
    path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// - Parameter errors: The destination of its standard error.
  /// - Returns: The exit code, and the text on standard output.
  static func run(_ program: URL, _ arguments: [String], input: String = "", errors: FileHandle = .nullDevice) throws
    -> (code: Int32, output: String)
  {
    let process = Process()
    (process.executableURL, process.arguments) = (program, arguments)
    // A file, because a pipe that is not emptied blocks.
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
