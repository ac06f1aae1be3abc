import XCTest

// The usual means to wait, on the clock of the fake application. In this module these names hide those of Foundation
// and Darwin.

typealias TimeInterval = Double

@MainActor struct Date: Comparable {
  private var instant = FakeApplication.current.now

  func addingTimeInterval(_ time: TimeInterval) -> Date {
    var date = self
    date.instant += .seconds(time)
    return date
  }

  func timeIntervalSince(_ other: Date) -> TimeInterval { (instant - other.instant) / .seconds(1) }

  nonisolated static func == (first: Date, second: Date) -> Bool { first.instant == second.instant }
  nonisolated static func < (first: Date, second: Date) -> Bool { first.instant < second.instant }
}

@MainActor func sleep(_ seconds: Int) { FakeApplication.current.pass(.seconds(seconds)) }

@MainActor func usleep(_ microseconds: Int) { FakeApplication.current.pass(.microseconds(microseconds)) }

@MainActor enum Thread {
  static func sleep(forTimeInterval time: TimeInterval) { FakeApplication.current.pass(.seconds(time)) }
}

@MainActor struct RunLoop {
  static let current = RunLoop()

  func run(until date: Date) { FakeApplication.current.pass(.seconds(date.timeIntervalSince(Date()))) }
}
