import Foundation

/// A check in a process of its own: tests that fail on purpose and what they print stay in there.
struct ChildCheck {
  let check: Check

  private static let variable = "RANDOM_PROGRAMS"

  /// What this process was started for, where it is the child.
  static let asked: Check? = {
    let words = ProcessInfo.processInfo.environment[variable]?.split(separator: " ").map(String.init) ?? []
    guard words.count == 4, let framework = Program.Framework(rawValue: words[0]), let seed = UInt64(words[1]),
      let count = Int(words[2])
    else { return nil }
    return Check(framework: framework, seed: seed, count: count)
  }()

  /// In the child: checks, and leaves the answer in the file that the parent has named.
  static func answer(_ check: Check, _ isRed: @Sendable (Program) async -> Bool) async {
    let file = ProcessInfo.processInfo.environment[variable]?.split(separator: " ").last.map(String.init) ?? ""
    var answer: String
    do {
      let red = try await check.run(isRed)
      answer = "\(check.count) programs agree, \(red) of them red."
    } catch {
      answer = "DISAGREE\n\(error)"
    }
    try? answer.write(toFile: file, atomically: true, encoding: .utf8)
  }

  /// In the parent.
  ///
  /// - Returns: Whether all programs agree.
  func run(timeLimit: Int) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("answer").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.environment = ProcessInfo.processInfo.environment.merging(
      [
        Self.variable: "\(check.framework.rawValue) \(check.seed) \(check.count) \(file)",
        "AUTO_RETRY_LOG": "off",
      ]
    ) { $1 }
    process.standardOutput = FileHandle.nullDevice
    let errors = folder.appendingPathComponent("errors")
    try Data().write(to: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    let start = Date()
    try process.run()
    while process.isRunning, Date().timeIntervalSince(start) < Double(timeLimit) { usleep(50_000) }
    let hangs = process.isRunning
    if hangs { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let answer = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let seconds = String(format: "%.1f s", Date().timeIntervalSince(start))
    if answer.isEmpty || process.terminationStatus != 0 {
      let end = hangs ? "hung for \(seconds)" : "ended with \(process.terminationStatus)"
      print("\(check.framework.rawValue): the process of seed \(check.seed) \(end). \(answer)")
      // Of a crash, or of a sanitizer.
      print((try? String(contentsOf: errors, encoding: .utf8))?.prefix(8_000) ?? "")
      return false
    }
    let agrees = !answer.hasPrefix("DISAGREE")
    print(agrees ? "\(check.framework.rawValue): \(answer) (seed \(check.seed), \(seconds))" : answer)
    return agrees
  }
}
