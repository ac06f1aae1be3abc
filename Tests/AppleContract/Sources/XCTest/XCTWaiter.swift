import Foundation

// Expectations that UI tests use, on the clock of the application.

/// A condition on an element, such as `exists == true AND hittable == true`.
///
/// Foundation has none with a format on Linux.
@MainActor public final class NSPredicate: NSObject {
  public let predicateFormat: String

  public init(format: String) { predicateFormat = format }

  public func evaluate(with object: Any?) -> Bool {
    guard let element = object as? XCUIElement else { return false }
    let clauses = predicateFormat.replacingOccurrences(of: "&&", with: "AND").components(separatedBy: "AND")
    return clauses.allSatisfy { clause in
      let words = clause.split(separator: " ")
      guard words.count == 3 else { fatalError("The fake cannot read \(clause).") }
      let isEqual = "\(element.value(forKey: String(words[0])) ?? "nil")" == Self.literal(words[2])
      return isEqual == (words[1] == "==")
    }
  }

  private static func literal(_ word: Substring) -> String {
    switch word {
    case "1", "YES", "true": "true"
    case "0", "NO", "false": "false"
    default: word.trimmingCharacters(in: ["'"])
    }
  }
}

@MainActor open class XCTestExpectation: NSObject {
  fileprivate var isFulfilled: Bool { false }
}

@MainActor public final class XCTNSPredicateExpectation: XCTestExpectation {
  public let predicate: NSPredicate
  private let object: Any?

  public init(predicate: NSPredicate, object: Any?) {
    self.predicate = predicate
    self.object = object
  }

  fileprivate override var isFulfilled: Bool { predicate.evaluate(with: object) }
}

@MainActor public final class XCTWaiter: NSObject {
  public enum Result: Sendable {
    case completed, timedOut
  }

  public override init() {}

  public func wait(for expectations: [XCTestExpectation], timeout: TimeInterval) -> Result {
    Self.wait(for: expectations, timeout: timeout)
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

extension XCTestCase {
  @MainActor public func expectation(for predicate: NSPredicate, evaluatedWith object: Any?) -> XCTestExpectation {
    let expectation = XCTNSPredicateExpectation(predicate: predicate, object: object)
    pending.append(expectation)
    return expectation
  }

  /// Waits for all expectations of the test case; a failure is recorded at the wait.
  @MainActor public func waitForExpectations(
    timeout: TimeInterval,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    let expectations = pending
    pending = []
    guard XCTWaiter.wait(for: expectations, timeout: timeout) == .timedOut else { return }
    XCTFail("Asynchronous wait failed: Exceeded timeout of \(timeout) seconds", file: file, line: line)
  }
}
