import Foundation

/// The program between the tests and the browser: `chromedriver`, or `safaridriver` on a Mac without it.
final class WebDriverProgram {
  private static let secondsToStart = 20.0

  let client: WebDriverClient
  let browser: [String: Any]
  private let shell = Process()
  /// The program runs while this pipe is open; it is closed even if this process dies.
  private let lifeline = Pipe()

  /// Runs the program until the lifeline is closed.
  ///
  /// It is killed because it may ignore other signals: the threads that run tests block them, and child processes
  /// inherit that.
  private static let script = #""$0" "$@" & read -r line; kill -KILL $!"#

  init() throws {
    let program = try Executable(named: ["chromedriver", "safaridriver"]).url
    let port = try FreePort.find()
    client = try WebDriverClient(baseURL: "http://127.0.0.1:\(port)")
    browser = program.lastPathComponent == "safaridriver" ? ["browserName": "safari"] : Self.headlessChrome

    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", Self.script, program.path, "--port=\(port)"]
    shell.standardInput = lifeline
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    do {
      try waitUntilReady(program)
    } catch {
      stop()
      throw error
    }
  }

  func stop() {
    try? lifeline.fileHandleForWriting.close()
    shell.waitUntilExit()
  }

  private func waitUntilReady(_ program: URL) throws {
    let deadline = Date(timeIntervalSinceNow: Self.secondsToStart)
    while (try? client.send("GET", "status") as? [String: Any])?["ready"] as? Bool != true {
      guard Date() < deadline else {
        throw WebDriverError("\(program.path) did not start within \(Self.secondsToStart) s")
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  private static var headlessChrome: [String: Any] {
    // With a pipe the browser ends with its driver. As root, as in a container, it refuses to run in its sandbox.
    let arguments = ["--headless=new", "--remote-debugging-pipe", "--disable-dev-shm-usage", "--window-size=640,480"]
    let options = ["args": arguments + (geteuid() == 0 ? ["--no-sandbox"] : [])]
    return ["browserName": "chrome", "goog:chromeOptions": options]
  }
}
