import CoreFoundation
import Foundation
import TargetedAutoRetry
import XCTest

/// Facts about the run loop of the main thread, in waits of steps and in XCUITest.
final class RunLoopTests: FactTestCase {
  func testWaitOfAStep() {
    note(.blockInWait, if: runs(RunLoop.main.perform, during: waitInStep), "runs", else: "does not run")
    note(.queueInWait, if: runs(onQueue, during: waitInStep), "runs", else: "does not run")
  }

  private func waitInStep() {
    autoRetry(
      mainAction: {},
      successCondition: { false },
      actionDescription: "Wait",
      retryAttempts: 0,
      failTestOnFailure: false,
      policy: RetryPolicy(conditionTimeout: .milliseconds(200), pollingInterval: .milliseconds(20))
    )
  }

  func testXCUITest() {
    note(.loopsInLaunch, loops { app.launch() })
    note(.loopsInWait, loops { _ = app.staticTexts["Not There"].waitForExistence(timeout: 2) })
    note(.loopsInTap, loops { app.buttons["Count"].tap() })
    let runsInWait = runs(onQueue) { _ = app.staticTexts["Not There"].waitForExistence(timeout: 2) }
    note(.queueInXCUITest, if: runsInWait, "runs", else: "does not run")
    let ticks = Ticks()
    let timer = Timer(timeInterval: 0.05, repeats: true) { _ in ticks.add() }
    RunLoop.main.add(timer, forMode: .common)
    app.buttons["Count"].tap()
    timer.invalidate()
    note(.timerInTap, if: ticks.count > 0, "fires \(ticks.count) times", else: "does not fire")
  }

  private func onQueue(_ block: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: block) }

  /// True if a block that is handed over runs while the deed is done.
  private func runs(_ handOver: (@escaping @Sendable () -> Void) -> Void, during deed: () -> Void) -> Bool {
    let ticks = Ticks()
    handOver { ticks.add() }
    deed()
    return ticks.count > 0
  }

  /// The run loops that begin while the deed is done: how many, how deep, and in which modes.
  private func loops(during deed: () -> Void) -> String {
    let loops = Loops()
    let activities: CFRunLoopActivity = [.entry, .exit]
    let observer = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, true, 0) { _, activity in
      loops.note(isEntry: activity == .entry)
    }
    CFRunLoopAddObserver(CFRunLoopGetMain(), observer, kCFRunLoopCommonModes)
    deed()
    CFRunLoopRemoveObserver(CFRunLoopGetMain(), observer, kCFRunLoopCommonModes)
    return loops.text
  }
}

private final class Ticks: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var count: Int { lock.withLock { number } }

  func add() { lock.withLock { number += 1 } }
}

private final class Loops: @unchecked Sendable {
  private let lock = NSLock()
  private var entries = 0
  private var depth = 0
  private var deepest = 0
  private var modes: Set<String> = []

  var text: String {
    lock.withLock {
      entries == 0 ? "none" : "\(entries), \(deepest) deep at most, in \(modes.sorted().joined(separator: ", "))"
    }
  }

  func note(isEntry: Bool) {
    let mode = RunLoop.current.currentMode?.rawValue ?? "an unknown mode"
    lock.withLock {
      depth += isEntry ? 1 : -1
      if isEntry { entries += 1 }
      deepest = max(deepest, depth)
      modes.insert(mode)
    }
  }
}
