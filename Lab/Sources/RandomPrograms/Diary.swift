import Foundation

@testable import TargetedAutoRetry

/// What the code of programs notes on the disk, in a process that is to be killed; its clock goes fast.
struct Diary: Sendable {
  static let variable = "RANDOM_PROGRAMS_DIARY"
  /// Nil in a process that may come to its end.
  static let current = ProcessInfo.processInfo.environment[variable].map(Diary.init)

  /// The factor by which the clock of its steps is faster.
  static let speed = 50
  /// The time of a statement that lasts: half a minute for the steps.
  static let pause = Duration.milliseconds(600)

  let records: RecordFile
  let timekeeper: Timekeeper
  private let descriptor: Int32
  private let programs = Guarded(0)

  private init(path: String) {
    let (live, speed) = (Timekeeper.live, Self.speed)
    timekeeper = Timekeeper(
      origin: live.origin,
      now: { live.now() * speed },
      block: { live.block($0 / speed) },
      sleep: { try await live.sleep($0 / speed) },
      sleepUntil: { try await live.sleepUntil($0 / speed) }
    )
    let records = RecordFile(directory: "\(path)-records", process: .current, timekeeper: timekeeper)
    self.records = records
    ProcessEnd.add { records.end(in: AttemptScope.current?.step.id, isLast: true) }
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
  }

  /// The first number for the notes of the next program, so that no two calls have one name.
  func nextNumber() -> Int {
    programs.withLock { programs in
      programs += 1
      return programs * 100_000
    }
  }

  func note(_ word: Entry.Word, _ call: Call) {
    let line = "\(Entry.now) \(word.rawValue) \(call.name)\n"
    _ = line.withCString { write(descriptor, $0, line.utf8.count) }
  }

  /// A line.
  struct Entry {
    enum Word: String { case begins, waits, ends }

    /// In nanoseconds, of a clock that all processes share.
    let time: UInt64
    let word: Word
    let name: String

    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// Nil for a torn line.
    init?(_ line: Substring) {
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard parts.count == 3, let time = UInt64(parts[0]), let word = Word(rawValue: parts[1]) else { return nil }
      (self.time, self.word, name) = (time, word, parts[2])
    }
  }
}
