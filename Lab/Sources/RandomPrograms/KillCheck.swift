import Foundation
import RetryReport
import Seeds

/// Kills processes that run programs, each at a random instant, and compares their records with what they have noted.
///
/// A step that has ended is in the report once, and one that was open has died there once, but for the instants between its
/// notes and its rows. A wait that was open is in no figure. A process is dead in the report if it was killed, and one that
/// comes to its end is not.
struct KillCheck {
  /// The time between the note of a step and its row, where the machine has other work.
  private static let longest = Duration.milliseconds(300)
  /// The number of programs of the process that is left to its end.
  private static let few = 20

  let framework: Program.Framework
  let seed: UInt64
  let kills: Int

  private var ended = 0
  private var open = 0
  private var long = 0
  private var problems: [String] = []

  init(framework: Program.Framework, seed: UInt64, kills: Int) {
    (self.framework, self.seed, self.kills) = (framework, seed, kills)
  }

  /// - Returns: True if the records agree with the notes.
  mutating func run() throws -> Bool {
    var random = SeededGenerator(seed: seed)
    var count = 0
    // A few processes may all be between two steps when they are killed.
    while count < kills || (long == 0 && count < 10 * kills) {
      try check(seed &+ UInt64(count), killedAfter: .random(in: 0...2_000_000, using: &random))
      count += 1
    }
    try check(seed, killedAfter: nil)
    for problem in problems { print("\(framework.rawValue): \(problem)") }
    print(
      "\(framework.rawValue), seed \(seed): \(count) processes were killed. \(ended) steps had ended, and \(open) were open, "
        + "\(long) of them for long. \(problems.isEmpty ? "The records agree." : "")"
    )
    if long == 0 { print("error: no step was open for long") }
    return problems.isEmpty && long > 0
  }

  private mutating func check(_ seed: UInt64, killedAfter microseconds: UInt32?) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let diary = folder.appendingPathComponent("diary")
    let count = microseconds == nil ? Self.few : .max
    let check = Check(framework: framework, seed: seed, count: count, most: .max, shrinks: false)
    let process = try ChildCheck(check: check).process(in: folder, [Diary.variable: diary.path])
    try process.run()
    while process.isRunning, !FileManager.default.fileExists(atPath: diary.path) { usleep(1_000) }
    if let microseconds { usleep(microseconds) } else { process.waitUntilExit() }
    let end = Diary.Entry.now
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    } else if microseconds != nil {
      problems.append("the process of seed \(seed) ended with \(process.terminationStatus)")
    }
    let lines = try String(contentsOf: diary, encoding: .utf8).split(separator: "\n")
    let (entries, report) = (lines.compactMap(Diary.Entry.init), try report(on: "\(diary.path)-records"))
    // The note of the first step may be there before its row.
    let (isKilled, dead) = (microseconds != nil, report.deadProcesses.count)
    if isKilled ? dead == 0 && entries.contains(where: { $0.word == .ends }) : dead > 0 || entries.isEmpty {
      problems.append("\(entries.count) notes of seed \(seed), \(dead) dead processes")
    }
    compare(entries, with: report, until: end)
  }

  private mutating func compare(_ entries: [Diary.Entry], with report: Figures, until end: UInt64) {
    let ends = Set(entries.lazy.filter { $0.word == .ends }.map(\.name))
    for step in entries where step.word != .ends {
      let (over, died) = report.counts(of: step.name)
      let time = Duration.nanoseconds(end - min(end, step.time))
      if ends.contains(step.name) {
        ended += 1
        if over != 1 || died != 0 {
          problems.append("\(step.name) has ended: \(over) times over, \(died) times cut off")
        }
        continue
      }
      open += 1
      let isLong = step.word == .begins && time > Self.longest
      if isLong { long += 1 }
      // The row of its end may be there before the note.
      if over + died > 1 || (isLong && over + died == 0) || (step.word == .waits && died > 0) {
        problems.append("\(step.name) was open for \(time): \(over) times over, \(died) times cut off")
      }
    }
  }

  /// The report on a folder, as a program reads it.
  private func report(on folder: String) throws -> Figures {
    let (report, isRead) = (Guarded<Report?>(nil), DispatchSemaphore(value: 0))
    Task.detached {
      let read = await RecordReader([folder]).report()
      report.withLock { $0 = read }
      isRead.signal()
    }
    isRead.wait()
    let text = try report.withLock { $0 }.map(JSONFormat.render) ?? ""
    return try JSONDecoder().decode(Figures.self, from: Data(text.utf8))
  }

  private struct Figures: Decodable {
    struct Action: Decodable {
      let unit: String
      let action: String
      let runs: Int
      let died: Int
    }

    struct Wait: Decodable {
      let name: String
      let waits: Int
    }

    let actions: [Action]
    let waits: [Wait]
    let deadProcesses: [String]

    func counts(of step: String) -> (over: Int, died: Int) {
      let actions = actions.filter { $0.action == step && $0.unit == "step" }
      let waits = waits.filter { $0.name == step }.map(\.waits).reduce(0, +)
      return (actions.map(\.runs).reduce(waits, +), actions.map(\.died).reduce(0, +))
    }
  }
}
