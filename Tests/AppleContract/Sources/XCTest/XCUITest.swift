import Foundation

// The part of XCUITest that the UI tests of this package use. All of it is on the main actor, as in the original. A
// script takes the place of the application.

@preconcurrency @MainActor open class XCUIElement: NSObject {
  /// The label, with `springboard/` before it where the element is one of the springboard.
  let path: String
  /// The prefix of the elements inside: empty, or `springboard/`.
  let application: String
  /// The words of XCUITest's own log, such as `"Sign In" Button`.
  private let words: String

  init(label: String, words: String, of application: String = "") {
    path = application + label
    self.words = words
    self.application = application
  }

  public var exists: Bool { FakeApplication.current.exists(path) }
  public var isHittable: Bool { exists && !FakeApplication.current.covered.contains(path) }

  public var isEnabled: Bool {
    FakeApplication.current.needsElement(to: "get a snapshot of", path)
    return exists && !FakeApplication.current.disabled.contains(path)
  }

  public var value: Any? { FakeApplication.current.values[path] }

  /// Key-value coding, for the keys that tests use.
  public func value(forKey key: String) -> Any? {
    key == "hasKeyboardFocus" ? exists && FakeApplication.current.focus == path : nil
  }

  public func waitForExistence(timeout: TimeInterval) -> Bool {
    FakeApplication.current.wait(timeout) { exists }
  }

  public func tap() { FakeApplication.current.tap(path) }

  public func typeText(_ text: String) { FakeApplication.current.type(text, into: path) }

  public func swipeUp() { FakeApplication.current.swipe("up", path) }

  /// The element as it is on the screen; without an application that runs there is none.
  public func screenshot() -> XCUIScreenshot {
    FakeApplication.current.needsApplication(to: "get a snapshot of", path)
    return XCUIScreenshot(pngRepresentation: FakeApplication.current.takeScreenshot())
  }

  public override nonisolated var description: String { MainActor.assumeIsolated { words } }

  public override nonisolated var debugDescription: String {
    MainActor.assumeIsolated {
      FakeApplication.current.needsApplication(to: "get a snapshot of", path)
      return FakeApplication.current.elements.sorted().joined(separator: "\n")
    }
  }

  public var activityIndicators: XCUIElementQuery { XCUIElementQuery("ActivityIndicator", of: application) }
  public var alerts: XCUIElementQuery { XCUIElementQuery("Alert", of: application) }
  public var buttons: XCUIElementQuery { XCUIElementQuery("Button", of: application) }
  public var cells: XCUIElementQuery { XCUIElementQuery("Cell", of: application) }
  public var staticTexts: XCUIElementQuery { XCUIElementQuery("StaticText", of: application) }
  public var switches: XCUIElementQuery { XCUIElementQuery("Switch", of: application) }
  public var textFields: XCUIElementQuery { XCUIElementQuery("TextField", of: application) }
}

/// Elements of a kind; the first one has the kind as its label.
@preconcurrency @MainActor public final class XCUIElementQuery: NSObject {
  private let kind: String
  private let application: String

  init(_ kind: String, of application: String) {
    self.kind = kind
    self.application = application
  }

  public var buttons: XCUIElementQuery { XCUIElementQuery("Button", of: application) }

  public subscript(key: String) -> XCUIElement {
    XCUIElement(label: key, words: "\"\(key)\" \(kind)", of: application)
  }

  public var firstMatch: XCUIElement { XCUIElement(label: kind, words: "First Match", of: application) }

  public func element(boundBy index: Int) -> XCUIElement {
    XCUIElement(label: kind, words: "\(kind) (Element at index \(index))", of: application)
  }
}

@preconcurrency @MainActor open class XCUIApplication: XCUIElement {
  public enum State: UInt, Sendable {
    case notRunning, runningBackground, runningForeground
  }

  public var launchArguments: [String] = []

  public init() { super.init(label: "application", words: "Target Application") }

  public init(bundleIdentifier: String) {
    let words = "Application '\(bundleIdentifier)'"
    super.init(
      label: "application",
      words: words,
      of: bundleIdentifier == "com.apple.springboard" ? "springboard/" : ""
    )
  }

  open var state: State { FakeApplication.current.state }

  open func launch() { FakeApplication.current.launch(launchArguments) }

  open func resetAuthorizationStatus(for resource: XCUIProtectedResource) {
    FakeApplication.current.resetAuthorization(of: resource)
  }

  open func terminate() { FakeApplication.current.end() }

  open func activate() { FakeApplication.current.activate(launchArguments) }

  open func wait(for state: State, timeout: TimeInterval) -> Bool {
    FakeApplication.current.wait(timeout) { self.state == state }
  }
}

public enum XCUIProtectedResource: Int, Sendable {
  case contacts, camera
}

public struct XCUIKeyboardKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let delete = XCUIKeyboardKey(rawValue: "\u{8}")
}

@preconcurrency @MainActor public final class XCUIScreen: NSObject {
  public static let main = XCUIScreen()

  public func screenshot() -> XCUIScreenshot {
    XCUIScreenshot(pngRepresentation: FakeApplication.current.takeScreenshot())
  }
}

@preconcurrency @MainActor public final class XCUIScreenshot: NSObject {
  public let pngRepresentation: Data

  init(pngRepresentation: Data) { self.pngRepresentation = pngRepresentation }
}

extension XCTestCase {
  @MainActor @preconcurrency
  public func addUIInterruptionMonitor(
    withDescription handlerDescription: String,
    handler: @escaping @MainActor (XCUIElement) -> Bool
  ) -> any NSObjectProtocol {
    let token = NSObject()
    monitors.append((token, handler))
    return token
  }

  @MainActor @preconcurrency
  public func removeUIInterruptionMonitor(_ monitor: any NSObjectProtocol) {
    monitors.removeAll { $0.token === monitor }
  }
}
