import Foundation

/// A check in a child process, which contains deliberate failures and their output.
struct ChildCheck {
  let check: Check

  private static let (variable, folderVariable) = ("RANDOM_PROGRAMS", "RANDOM_PROGRAMS_FOLDER")

  /// The check that this process was started for, if it is the child.
  static let asked = ProcessInfo.processInfo.environment[variable].flatMap { text in
    try? JSONDecoder().decode(Check.self, from: Data(text.utf8))
  }

  /// Runs the check in the child, and leaves the answer in the folder that the parent named.
  static func answer(_ check: Check, _ judge: @Sendable (Program) async -> Judgement) async {
    let folder = ProcessInfo.processInfo.environment[folderVariable] ?? ""
    let number = FileHandle(forWritingAtPath: "\(folder)/number")
    let end = await check.run(judge) { progress in
      // If the process ends here, this program has ended it.
      number?.seek(toFileOffset: 0)
      number?.write(Data("\(progress.number)\n".utf8))
    }
    // A gate that a known issue has matched, as everything is here, fails the run of Swift Testing.
    let status = check.framework == .swiftTesting && end.hasGate ? 1 : 0
    let disagreements = end.disagreements.map { "\($0)\n" }.joined()
    let answer = """
      \(disagreements.isEmpty ? "AGREE" : "DISAGREE") \(status)
      \(disagreements)\(end.number) programs \(disagreements.isEmpty ? "agree" : "were made"), \
      \(end.red) of them red and \(end.forgiven) forgiven
      """
    try? answer.write(toFile: "\(folder)/answer", atomically: true, encoding: .utf8)
  }

  /// Runs the check from the parent.
  ///
  /// - Returns: Whether all programs agree.
  func run(timeLimit: Int) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let errors = folder.appendingPathComponent("errors")
    let number = folder.appendingPathComponent("number")
    for file in [errors, number] { try Data().write(to: file) }
    let process = try process(in: folder)
    process.standardError = try FileHandle(forWritingTo: errors)
    let start = Date()
    try process.run()
    while process.isRunning, Date().timeIntervalSince(start) < Double(timeLimit) { usleep(50_000) }
    let hangs = process.isRunning
    if hangs { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let seconds = String(format: "%.1f s", Date().timeIntervalSince(start))
    let answer = text(of: folder.appendingPathComponent("answer")).split(separator: "\n", maxSplits: 1)
    let agrees = answer.first?.hasPrefix("AGREE") ?? false
    if let head = answer.first, head.hasSuffix(" \(process.terminationStatus)") {
      print("\(check.framework.rawValue), seed \(check.seed), \(seconds):\n\(answer.last ?? "")")
      return agrees
    }
    let last = text(of: number).prefix { $0 != "\n" }
    let end = hangs ? "hung for \(seconds)" : "ended with \(process.terminationStatus)"
    print("\(check.framework.rawValue): program \(last) of seed \(check.seed): the process \(end).")
    // The output of a crash or of a sanitizer.
    print(answer.joined(separator: "\n"), text(of: errors).prefix(8_000))
    return false
  }

  private func process(in folder: URL) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let own = [
      Self.variable: String(decoding: try JSONEncoder().encode(check), as: UTF8.self),
      Self.folderVariable: folder.path,
      "AUTO_RETRY_LOG": "off",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  private func text(of file: URL) -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
}
