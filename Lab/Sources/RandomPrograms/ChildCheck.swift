import Foundation

/// A check in a child process, which contains deliberate failures and their output.
struct ChildCheck {
  let check: Check

  private static let variable = "RANDOM_PROGRAMS"

  /// The check that this process was started for, if it is the child.
  static let asked: Check? = {
    let words = ProcessInfo.processInfo.environment[variable]?.split(separator: " ").map(String.init) ?? []
    guard words.count == 7, let framework = Program.Framework(rawValue: words[0]), let seed = UInt64(words[1]),
      let count = Int(words[2]), let most = Int(words[3])
    else { return nil }
    return Check(
      framework: framework,
      seed: seed,
      count: count,
      most: most,
      asksForColourOnly: words[4] == "true",
      shrinks: words[5] == "true"
    )
  }()

  /// Runs the check in the child, and leaves the answer in the folder that the parent named.
  static func answer(_ check: Check, _ judge: @Sendable (Program) async -> Judgement) async {
    let folder = ProcessInfo.processInfo.environment[variable]?.split(separator: " ").last.map(String.init) ?? ""
    let number = FileHandle(forWritingAtPath: "\(folder)/number")
    let end = await check.run(judge) { progress in
      // If the process ends here, this program has ended it.
      number?.seek(toFileOffset: 0)
      number?.write(Data("\(progress.number)\n".utf8))
    }
    let agreement = "\(end.number) programs agree, \(end.red) of them red and \(end.cured) cured"
    let kinds = "programs with each kind of statement: \(end.census.text)"
    let answer =
      end.disagreements.isEmpty
      ? "AGREE\n\(agreement)\n\(kinds)"
      : "DISAGREE\n\(end.disagreements.map(\.description).joined(separator: "\n"))\n"
        + "\(end.number) programs made, \(end.red) of them red and \(end.cured) cured; \(kinds)"
    try? answer.write(toFile: "\(folder)/answer", atomically: true, encoding: .utf8)
  }

  /// Runs the check from the parent.
  ///
  /// - Returns: True if all programs agree.
  func run(timeLimit: Int) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let errors = folder.appendingPathComponent("errors")
    let number = folder.appendingPathComponent("number")
    for file in [errors, number] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.environment = ProcessInfo.processInfo.environment.merging(
      [
        Self.variable: "\(check.words) \(folder.path)",
        "AUTO_RETRY_LOG": "off",
      ]
    ) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errors)
    let start = Date()
    try process.run()
    while process.isRunning, Date().timeIntervalSince(start) < Double(timeLimit) { usleep(50_000) }
    let hangs = process.isRunning
    if hangs { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let seconds = String(format: "%.1f s", Date().timeIntervalSince(start))
    let file = text(of: folder.appendingPathComponent("answer"))
    var answer = file.split(separator: "\n", omittingEmptySubsequences: false)
    let name = check.framework.rawValue
    if file.isEmpty || process.terminationStatus != 0 {
      let last = text(of: number).prefix { $0 != "\n" }
      let end = hangs ? "hung for \(seconds)" : "ended with \(process.terminationStatus)"
      print("\(name): program \(last) of seed \(check.seed): the process \(end). \(file)")
      // The output of a crash or of a sanitizer.
      print(text(of: errors).prefix(8_000))
      return false
    }
    let agrees = answer.removeFirst() == "AGREE"
    if agrees {
      print("\(name): \(answer[0]) (seed \(check.seed), \(seconds)).\n  \(answer[1])")
    } else {
      print(answer.joined(separator: "\n"))
    }
    return agrees
  }

  private func text(of file: URL) -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
}

extension Check {
  fileprivate var words: String { "\(framework.rawValue) \(seed) \(count) \(most) \(asksForColourOnly) \(shrinks)" }
}
