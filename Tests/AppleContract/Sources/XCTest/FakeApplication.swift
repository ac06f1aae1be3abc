import Foundation

/// A scripted application, with the clock of its waits.
///
/// No real time passes: taps and swipes take a tenth of a second of its clock, and waits take their time on it.
@MainActor public final class FakeApplication {
  public static var current = FakeApplication()

  public var state = XCUIApplication.State.notRunning
  /// The labels of the present elements; those of the springboard begin with `springboard/`.
  public var elements: Set<String> = []
  public var disabled: Set<String> = []
  /// The labels of the elements that others cover.
  public var covered: Set<String> = []
  /// The values of fields and switches, by label.
  public var values: [String: String] = [:]
  /// The label of the element that has the keyboard.
  public var focus: String?
  /// The label of an alert in the way of the next tap; if no monitor of the test removes it, the tap is lost.
  public var interruption: String?
  /// Whether a tap on a missing element, typing without the keyboard, or a query of an application that does not run, fails
  /// the test, as on a device.
  public var isStrict = false
  /// True while the application runs and answers nobody.
  private var isHung = false
  public var onSwipe: @MainActor (FakeApplication, String) -> Void = { _, _ in }
  public var onType: @MainActor (FakeApplication, String, String) -> Void = { _, _, _ in }
  public private(set) var launches = 0
  /// The launches of an application that was not running.
  public private(set) var coldLaunches = 0
  /// The arguments of the last launch.
  public private(set) var launchArguments: [String] = []
  private var screenshots = 0
  /// The time since the script began.
  public private(set) var now = Duration.zero
  /// The user's actions, such as `tap Sign In`.
  public private(set) var events: [String] = []
  private var changes: [(instant: Duration, change: @MainActor (FakeApplication) -> Void)] = []
  private let onLaunch: @MainActor (FakeApplication) -> Void
  private let onTap: @MainActor (FakeApplication, String) -> Void

  public init(
    onLaunch: @escaping @MainActor (FakeApplication) -> Void = { _ in },
    onTap: @escaping @MainActor (FakeApplication, String) -> Void = { _, _ in }
  ) {
    self.onLaunch = onLaunch
    self.onTap = onTap
  }

  /// Makes a change when that time has passed.
  public func after(_ time: Duration, _ change: @escaping @MainActor (FakeApplication) -> Void) {
    changes.append((now + time, change))
    changes.sort { $0.instant < $1.instant }
  }

  /// Lets time pass.
  public func pass(_ time: Duration) {
    let end = now + time
    while let next = changes.first, next.instant <= end {
      changes.removeFirst()
      now = next.instant
      next.change(self)
    }
    now = end
  }

  /// Lets time pass until the condition is true, at most for the timeout.
  func wait(_ timeout: TimeInterval, for condition: () -> Bool) -> Bool {
    let end = now + .seconds(timeout)
    while !condition() {
      guard now < end else { return false }
      pass(min(.milliseconds(100), end - now))
    }
    return true
  }

  func exists(_ label: String) -> Bool {
    !isHung && elements.contains(label)
  }

  func launch(_ arguments: [String]) {
    launches += 1
    if state == .notRunning { coldLaunches += 1 }
    launchArguments = arguments
    end()
    state = .runningForeground
    onLaunch(self)
  }

  func activate(_ arguments: [String]) {
    if state == .notRunning { return launch(arguments) }
    state = .runningForeground
  }

  /// Its process is gone: told to go, or crashed.
  public func end() {
    (state, elements, isHung) = (.notRunning, [], false)
  }

  /// The launch comes to nothing, which XCUITest reports as a failure of the test.
  public func failToLaunch() {
    end()
    pass(.seconds(60))
    fail("Failed to launch the application")
  }

  /// The application runs on, and answers nobody.
  public func hang() { isHung = true }

  func needsApplication(to deed: String, _ label: String) {
    guard isStrict, !label.hasPrefix("springboard/"), state == .notRunning else { return }
    fail("Failed to \(deed) \"\(label)\": the application is not running")
  }

  func needsElement(to deed: String, _ label: String) {
    if isStrict, !exists(label) { fail("Failed to \(deed) \"\(label)\": no matches found") }
  }

  private func fail(_ message: String) {
    XCTestCase.current?.record(XCTIssue(type: .assertionFailure, compactDescription: message))
  }

  /// Ends the application, as WWDC 2020 has it (10220, "Handle interruptions and alerts in UI tests").
  func resetAuthorization(of resource: XCUIProtectedResource) {
    events.append("reset \(resource)")
    end()
  }

  func tap(_ label: String) {
    guard does("tap", label) else { return }
    focus = label
    onTap(self, label)
  }

  func swipe(_ direction: String, _ label: String) {
    events.append("swipe \(direction)")
    pass(.milliseconds(100))
    onSwipe(self, direction)
  }

  func type(_ text: String, into label: String) {
    guard does("type \(text) into", label) else { return }
    if isStrict, focus != label { return fail("Failed to type into \"\(label)\": it has no keyboard focus") }
    onType(self, text, label)
  }

  /// - Returns: Whether there is such an element.
  private func does(_ deed: String, _ label: String) -> Bool {
    events.append("\(deed) \(label)")
    pass(.milliseconds(100))
    guard isUninterrupted() else { return false }
    needsElement(to: deed, label)
    return !isStrict || exists(label)
  }

  private func isUninterrupted() -> Bool {
    guard let obstacle = interruption else { return true }
    // The taps of the monitor reach the alert.
    interruption = nil
    let monitors = XCTestCase.current?.monitors ?? []
    // The one that was added last comes first.
    let isRemoved = monitors.reversed().contains {
      $0.handler(XCUIElement(label: obstacle, words: "\"\(obstacle)\" Alert"))
    }
    if !isRemoved { interruption = obstacle }
    return isRemoved
  }

  func takeScreenshot() -> Data {
    screenshots += 1
    return Data([0x89, 0x50, 0x4E, 0x47, UInt8(clamping: screenshots)])
  }
}
