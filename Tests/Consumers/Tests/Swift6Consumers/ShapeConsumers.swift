import TargetedAutoRetry
import XCTest

private struct Lost: Error {}

private func passThrough<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }

/// Calls from before main actions could return values, in shapes that a generic result could break.
final class ShapeConsumers: XCTestCase, TargetedAutoRetry {
  private let app = App()
  private var isOpen = true
  private var opened = 0

  @discardableResult private func close() -> Bool { app.isRunning() }
  private func launch() { app.launch() }
  private func launch() async { app.launch() }
  private func isDone() -> Bool { true }
  private func throwLost() throws { throw Lost() }

  func testBranches() {
    autoRetry(mainAction: { if isOpen { close() } else { app.launch() } }, successCondition: isDone)
    autoRetry(mainAction: { if isOpen { close() } }, successCondition: isDone)
    autoRetry(
      mainAction: {
        switch opened {
        case 0: close()
        case 1: app.launch()
        default: break
        }
      },
      successCondition: isDone
    )
    autoRetry(mainAction: { isOpen ? app.launch() : app.reset() }, successCondition: isDone)
    autoRetry(
      mainAction: {
        guard isOpen else { return }
        app.launch()
        close()
      },
      successCondition: isDone
    )
  }

  func testClosuresThatReturnNothing() {
    autoRetry(mainAction: {}, successCondition: { true })
    autoRetry(mainAction: {}, successCondition: { true }, resetSteps: nil)
    autoRetry(mainAction: { return }, successCondition: isDone)
    autoRetry(mainAction: { () -> Void in close() }, successCondition: isDone)
    autoRetry(mainAction: { opened += 1 }, successCondition: isDone)
    autoRetry(mainAction: { for _ in 0..<2 { app.launch() } }, successCondition: isDone)
    autoRetry(mainAction: { _ = close() }, successCondition: isDone)
    autoRetry(mainAction: isOpen ? app.launch : app.reset, successCondition: isDone)
    autoRetry(mainAction: { passThrough { app.launch() } }, successCondition: isDone)
    autoRetry(mainAction: { try? throwLost() }, successCondition: isDone)
  }

  func testClosuresThatOnlyThrow() throws {
    let policy = RetryPolicy(retryAttempts: 0)
    XCTAssertEqual(
      try autoRetry(
        mainAction: { throw Lost() },
        successCondition: { true },
        failTestOnFailure: false,
        policy: policy
      ),
      1
    )
    XCTAssertEqual(
      try autoRetry(
        mainAction: { if isOpen { try throwLost() } else { throw Lost() } },
        successCondition: isDone,
        failTestOnFailure: false,
        policy: policy
      ),
      1
    )
  }

  /// Not called: it stops the process.
  private func closuresThatNeverReturn() {
    autoRetry(mainAction: { fatalError("never") }, successCondition: isDone)
  }

  func testForwardedClosures() {
    func forward(_ action: () -> Void) { autoRetry(mainAction: action, successCondition: isDone) }
    func passExpression(_ action: @autoclosure () -> Void) { autoRetry(mainAction: action, successCondition: isDone) }
    func count(_ number: inout Int) {
      autoRetry(mainAction: { number += 1 }, successCondition: { number == 2 }, resetSteps: { number += 0 })
    }
    forward(app.launch)
    passExpression(app.launch())
    var number = 0
    count(&number)
    XCTAssertEqual(number, 2)
    XCTAssertEqual(app.launches, 2)
  }

  func testSynchronousAndAsynchronous() async {
    autoRetry(mainAction: app.launch, successCondition: isDone)
    autoRetry {
      app.launch()
    } successCondition: {
      isDone()
    } resetSteps: {
      app.reset()
    }
    await autoRetry(mainAction: { await launch() }, successCondition: isDone)
    await autoRetry(mainAction: { if isOpen { await launch() } else { close() } }, successCondition: isDone)
    XCTAssertEqual(app.launches, 4)
  }

  func testNests() {
    let retries = autoRetry {
      app.launch()
      autoRetry {
        autoRetry {
          close()
        } successCondition: {
          isDone()
        } resetSteps: {
          app.reset()
        }
      } successCondition: {
        isDone()
      }
    } successCondition: {
      isDone()
    }
    XCTAssertEqual(retries, 0)
  }
}
