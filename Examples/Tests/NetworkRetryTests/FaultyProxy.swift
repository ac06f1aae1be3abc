import Foundation

/// `Lab/faulty_proxy.py` before a server, with a log of its faults.
final class FaultyProxy {
  struct Fault {
    enum Kind: String { case refuse, drop, delay, truncate }

    let number: Int
    let connection: Int
    let kind: Kind
    let byte: Int
  }

  let port: UInt16
  private let program = Process()
  private let log = FileManager.default.temporaryDirectory.appending(path: "faults-\(UUID().uuidString).log")

  init(to server: URL, seed: Int, rate: Double) throws {
    let repository = URL(fileURLWithPath: #filePath).pathComponents.dropFirst().dropLast(4).joined(separator: "/")
    let output = Pipe()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = [
      "python3", "/\(repository)/Lab/faulty_proxy.py", "--listen", "0", "--to", "127.0.0.1:\(server.port ?? 0)",
      "--seed", "\(seed)", "--rate", "\(rate)", "--log", log.path,
    ]
    program.standardOutput = output
    try program.run()
    var line = ""
    while !line.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { throw CocoaError(.executableLoad) }
      line += String(decoding: data, as: UTF8.self)
    }
    port = line.split(whereSeparator: \.isWhitespace).last.flatMap { UInt16($0) } ?? 0
  }

  /// Ends the program, and returns its exit code and the faults that struck.
  func stop() throws -> (exitCode: Int32, faults: [Fault]) {
    program.terminate()
    program.waitUntilExit()
    defer { try? FileManager.default.removeItem(at: log) }
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    let faults = try lines.map { line in
      let columns = line.split(separator: " ")
      guard columns.count == 5, let number = Int(columns[0]), let connection = Int(columns[2]),
        let kind = Fault.Kind(rawValue: String(columns[3])), let byte = Int(columns[4])
      else { throw CocoaError(.fileReadCorruptFile) }
      return Fault(number: number, connection: connection, kind: kind, byte: byte)
    }
    return (program.terminationStatus, faults)
  }
}
