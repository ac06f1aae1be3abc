import Foundation

// Expectations that UI tests use, on the clock of the application.

/// A condition on an element, such as `exists == true AND enabled == true`.
///
/// Foundation has none with a format on Linux.
@preconcurrency @MainActor public final class NSPredicate: NSObject {
  public let predicateFormat: String

  public init(format: String) { predicateFormat = format }

  public func evaluate(with object: Any?) -> Bool {
    guard let element = object as? XCUIElement else { return false }
    return predicateFormat.components(separatedBy: " AND ").allSatisfy { clause in
      let words = clause.split(separator: " ")
      guard words.count == 3, words[1] == "==" else { fatalError("The fake cannot read \(clause).") }
      return "\(element.value(forKey: String(words[0])) ?? "nil")" == words[2]
    }
  }
}

@preconcurrency @MainActor open class XCTestExpectation: NSObject {
  fileprivate var isFulfilled: Bool { false }
}

@preconcurrency @MainActor public final class XCTNSPredicateExpectation: XCTestExpectation {
  public let predicate: NSPredicate
  private let object: Any?

  public init(predicate: NSPredicate, object: Any?) {
    self.predicate = predicate
    self.object = object
  }

  fileprivate override var isFulfilled: Bool { predicate.evaluate(with: object) }
}

@preconcurrency @MainActor public final class XCTWaiter: NSObject {
  public enum Result: Sendable {
    case completed, timedOut
  }

  /// Polls at once and then every second, as XCTest does.
  public static func wait(for expectations: [XCTestExpectation], timeout: TimeInterval) -> Result {
    let end = FakeApplication.current.now + .seconds(timeout)
    while !expectations.allSatisfy(\.isFulfilled) {
      let rest = end - FakeApplication.current.now
      guard rest > .zero else { return .timedOut }
      FakeApplication.current.pass(min(.seconds(1), rest))
    }
    return .completed
  }
}
