import Foundation

/// A program that has to be installed.
struct Executable: Sendable {
  let url: URL

  /// - Parameter names: The possible names, the best one first.
  init(named names: [String]) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let places = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    guard let place = places.first(where: FileManager.default.isExecutableFile) else {
      throw WebDriverError(
        """
        STOREFRONT_DRIVER=browser needs \(names.joined(separator: " or ")), which is not installed. \
        On Debian: apt-get install chromium chromium-driver curl. On a Mac: safaridriver --enable.
        """
      )
    }
    url = URL(fileURLWithPath: place)
  }

  /// Runs the program to its end, and returns what it prints.
  func output(_ arguments: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
