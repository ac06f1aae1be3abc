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
    let ticks = Shared(0)
    let timer = Timer(timeInterval: 0.05, repeats: true) { _ in ticks.withLock { $0 += 1 } }
    RunLoop.main.add(timer, forMode: .common)
    app.buttons["Count"].tap()
    timer.invalidate()
    let count = ticks.withLock { $0 }
    note(.timerInTap, if: count > 0, "fires \(count) times", else: "does not fire")
  }

  private func onQueue(_ block: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: block) }

  /// Whether a block that was enqueued runs during the call.
  private func runs(_ handOver: (@escaping @Sendable () -> Void) -> Void, during deed: () -> Void) -> Bool {
    let ticks = Shared(0)
    handOver { ticks.withLock { $0 += 1 } }
    deed()
    return ticks.withLock { $0 > 0 }
  }

  /// The run loops that begin while the deed is done: how many, how deep, and in which modes.
  private func loops(during deed: () -> Void) -> String {
    let loops = Shared(Loops())
    let activities: CFRunLoopActivity = [.entry, .exit]
    let observer = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, true, 0) { _, activity in
      let mode = RunLoop.current.currentMode?.rawValue ?? "an unknown mode"
      loops.withLock { $0.note(isEntry: activity == .entry, in: mode) }
    }
    CFRunLoopAddObserver(CFRunLoopGetMain(), observer, kCFRunLoopCommonModes)
    deed()
    CFRunLoopRemoveObserver(CFRunLoopGetMain(), observer, kCFRunLoopCommonModes)
    return loops.text
  }
}

/// The run loops that began, and those that still run.
private struct Loops {
  private var entries = 0
  private var depth = 0
  private var deepest = 0
  private var modes: Set<String> = []

  var text: String {
    entries == 0 ? "none" : "\(entries), \(deepest) deep at most, in \(modes.sorted().joined(separator: ", "))"
  }

  mutating func note(isEntry: Bool, in mode: String) {
    depth += isEntry ? 1 : -1
    if isEntry { entries += 1 }
    deepest = max(deepest, depth)
    modes.insert(mode)
  }
}
