import Foundation

// The part of XCUITest that UI tests of this package use, with its isolation: all of it is on the main actor. Behind it
// is no application but a script.

/// What the application does, in place of one.
@MainActor public final class FakeApplication {
  public static var current = FakeApplication()

  public var state = XCUIApplication.State.notRunning
  /// The labels of the elements that are there.
  public var elements: Set<String> = []
  public private(set) var launches = 0
  public private(set) var screenshots = 0
  /// What the user did, such as `tap Sign In`.
  public private(set) var events: [String] = []
  private let onLaunch: @MainActor (FakeApplication) -> Void
  private let onTap: @MainActor (FakeApplication, String) -> Void

  public init(
    onLaunch: @escaping @MainActor (FakeApplication) -> Void = { _ in },
    onTap: @escaping @MainActor (FakeApplication, String) -> Void = { _, _ in }
  ) {
    self.onLaunch = onLaunch
    self.onTap = onTap
  }

  func launch() {
    launches += 1
    state = .runningForeground
    elements = []
    onLaunch(self)
  }

  func tap(_ label: String) {
    events.append("tap \(label)")
    onTap(self, label)
  }

  func type(_ text: String, into label: String) { events.append("type \(text) into \(label)") }

  func takeScreenshot() -> Data {
    screenshots += 1
    return Data([0x89, 0x50, 0x4E, 0x47, UInt8(clamping: screenshots)])
  }
}

@MainActor open class XCUIElement: NSObject {
  public let label: String

  init(label: String) { self.label = label }

  public var exists: Bool { FakeApplication.current.elements.contains(label) }
  public var isHittable: Bool { exists }

  public func waitForExistence(timeout: TimeInterval) -> Bool { exists }

  public func waitForNonExistence(timeout: TimeInterval) -> Bool { !exists }

  public func tap() { FakeApplication.current.tap(label) }

  public func typeText(_ text: String) { FakeApplication.current.type(text, into: label) }

  public func screenshot() -> XCUIScreenshot {
    XCUIScreenshot(pngRepresentation: FakeApplication.current.takeScreenshot())
  }

  public var alerts: XCUIElementQuery { XCUIElementQuery() }
  public var buttons: XCUIElementQuery { XCUIElementQuery() }
  public var navigationBars: XCUIElementQuery { XCUIElementQuery() }
  public var staticTexts: XCUIElementQuery { XCUIElementQuery() }
  public var textFields: XCUIElementQuery { XCUIElementQuery() }
}

@MainActor public final class XCUIElementQuery: NSObject {
  public subscript(key: String) -> XCUIElement { XCUIElement(label: key) }
}

@MainActor public final class XCUIApplication: XCUIElement {
  public enum State: UInt, Sendable {
    case unknown, notRunning, runningBackgroundSuspended, runningBackground, runningForeground
  }

  public var launchArguments: [String] = []
  public var launchEnvironment: [String: String] = [:]

  public init() { super.init(label: "application") }

  public var state: State { FakeApplication.current.state }

  public func launch() { FakeApplication.current.launch() }

  public func terminate() { FakeApplication.current.state = .notRunning }

  public func activate() { FakeApplication.current.state = .runningForeground }
}

@MainActor public final class XCUIScreenshot: NSObject {
  public let pngRepresentation: Data

  init(pngRepresentation: Data) { self.pngRepresentation = pngRepresentation }
}

extension XCTestCase {
  @MainActor @preconcurrency
  public func addUIInterruptionMonitor(
    withDescription handlerDescription: String,
    handler: @escaping @MainActor (XCUIElement) -> Bool
  ) -> any NSObjectProtocol {
    NSObject()
  }
}
