import Foundation

public protocol XCTActivity: NSObjectProtocol {
  var name: String { get }
}

open class XCTAttachment: NSObject {
  public enum Lifetime: Int {
    case keepAlways, deleteOnSuccess
  }

  open var name: String?
  open var lifetime = Lifetime.deleteOnSuccess
  /// The attached data, which the real class does not expose.
  public let contents: Data
  public let uniformTypeIdentifier: String

  public init(data payload: Data, uniformTypeIdentifier identifier: String) {
    (contents, uniformTypeIdentifier) = (payload, identifier)
  }
}

/// An activity as a test report shows it.
public struct Activity: Equatable, Sendable, CustomStringConvertible {
  public let name: String
  public var children: [Activity]

  public init(_ name: String, _ children: [Activity] = []) {
    self.name = name
    self.children = children
  }

  /// An outline with four spaces a level, as Xcode's console has it.
  public var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    [name] + children.flatMap(\.lines).map { "    " + $0 }
  }
}

open class XCTContext: NSObject {
  /// The open activities, the outermost first, each with its ended children.
  private nonisolated(unsafe) static var open: [Activity] = []
}

extension XCTContext {
  /// Records the activity, and stops the process in the same cases as the real one.
  @MainActor @preconcurrency
  public class func runActivity<Result>(
    named name: String,
    block: @MainActor (any XCTActivity) throws -> Result
  ) rethrows -> Result {
    guard Thread.isMainThread, let testCase = XCTestCase.current else {
      fatalError("Current context must not be nil. runActivity(named: \(name))")
    }
    open.append(Activity(name))
    defer {
      let ended = open.removeLast()
      if open.isEmpty {
        testCase.activities.append(ended)
      } else {
        open[open.count - 1].children.append(ended)
      }
    }
    return try block(CurrentActivity(name: name))
  }
}

private final class CurrentActivity: NSObject, XCTActivity {
  let name: String

  init(name: String) { self.name = name }
}
