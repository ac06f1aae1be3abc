import Foundation

/// A program that has run to its end.
struct ChildProcess {
  let exitCode: Int32
  let output: String
  let errors: String

  init(_ executable: URL?, _ arguments: [String]) async throws {
    (exitCode, output, errors) = try await withTemporaryFolder { folder in
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      // A file, because two pipes would have to be read at the same time.
      let (output, errors) = (Pipe(), folder.appendingPathComponent("errors"))
      try Data().write(to: errors)
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (
        process.terminationStatus,
        String(decoding: data, as: UTF8.self),
        try String(contentsOf: errors, encoding: .utf8)
      )
    }
  }
}
