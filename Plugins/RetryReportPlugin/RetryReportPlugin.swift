import Foundation
import PackagePlugin

/// Runs `swift package retry-report` in packages that depend on this one.
///
/// The plugin builds the command instead of depending on it. With a dependency, every package that uses the library would
/// have to fetch swift-argument-parser, or the programs of a release.
@main
struct RetryReportPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tools = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Tools").standardizedFileURL
    let build = context.pluginWorkDirectoryURL.appendingPathComponent("build")
    let options = ["--package-path", tools.path, "--scratch-path", build.path, "--product", "retry-report"]
    let swift = try context.tool(named: "swift").url
    let program = build.appendingPathComponent("debug/retry-report")
    if !FileManager.default.fileExists(atPath: program.path) {
      FileHandle.standardError.write(Data("Building retry-report. This happens once and takes 1 to 6 minutes.\n".utf8))
    }
    guard try run(swift, ["build", "--quiet"] + options) == 0 else { throw NotBuilt() }
    // With this name, the hints of the program are commands that exist here.
    let package = context.package.directoryURL.path
    let isInside = "\(FileManager.default.currentDirectoryPath)/".hasPrefix("\(package)/")
    let option = isInside ? "" : " --package-path '\(package.replacing("'", with: "'\\''"))'"
    setenv("RETRY_REPORT_COMMAND", "swift package\(option) retry-report", 1)
    exit(try run(program, arguments))
  }

  private func run(_ program: URL, _ arguments: [String]) throws -> Int32 {
    let process = try Process.run(program, arguments: arguments)
    process.waitUntilExit()
    return process.terminationStatus
  }

  private struct NotBuilt: Error, CustomStringConvertible {
    let description = "retry-report could not be built. On macOS use: swift package --disable-sandbox retry-report"
  }
}
