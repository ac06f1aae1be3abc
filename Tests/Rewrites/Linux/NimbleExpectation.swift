import TargetedAutoRetry
import XCTest

// Nimble's expectations in a loop. Its `expect` is here a stand-in of a few lines, which fails the test as Nimble does.

// before
extension XCTestCase {
  func searchUntilFound(_ catalogue: Catalogue, file: StaticString = #filePath, line: UInt = #line) {
    var found: [String] = []
    for _ in 1...3 {
      found = catalogue.search("shoes")
      if found == ["Shoes"] { break }
      catalogue.refresh()
    }
    expect(found, file: file, line: line).to(equal(["Shoes"]))
    expect(catalogue.title, file: file, line: line).to(equal("1 result"))
  }
}

// after
extension RetryableTestCase {
  func autoSearchUntilFound(_ catalogue: Catalogue, file: StaticString = #filePath, line: UInt = #line) {
    autoRetry(
      mainAction: {
        expect(catalogue.search("shoes"), file: file, line: line).to(equal(["Shoes"]))
        expect(catalogue.title, file: file, line: line).to(equal("1 result"))
      },
      successCondition: { true },
      resetSteps: catalogue.refresh,
      actionDescription: "Search",
      retryAttempts: 2,
      file: file,
      line: line
    )
  }
}

// test
/// The stand-in: records through XCTest, at a place that is handed on.
struct Expectation<Value: Equatable> {
  let value: Value
  let file: StaticString
  let line: UInt

  func to(_ expected: Value) {
    if value != expected { XCTFail("expected to equal <\(expected)>, got <\(value)>", file: file, line: line) }
  }
}

func expect<Value>(_ value: Value, file: StaticString = #filePath, line: UInt = #line) -> Expectation<Value> {
  Expectation(value: value, file: file, line: line)
}

func equal<Value>(_ value: Value) -> Value { value }

final class Catalogue {
  private(set) var refreshes = 0
  private let needed: Int

  init(foundAfter needed: Int) {
    self.needed = needed
  }

  var title: String { refreshes >= needed ? "1 result" : "No results" }

  func search(_ text: String) -> [String] { refreshes >= needed ? ["Shoes"] : [] }

  func refresh() { refreshes += 1 }
}

final class NimbleExpectationTests: RewriteTests {
  func testExpectationsAreWithheldUntilTheyHold() {
    let visits = [
      visit { _ in searchUntilFound(Catalogue(foundAfter: 2)) },
      visit { _ in autoSearchUntilFound(Catalogue(foundAfter: 2)) },
    ]
    XCTAssertEqual(visits.flatMap(\.failures), [])
  }

  func testExpectationsThatNeverHoldFailAtTheirLine() {
    let before = visit { _ in searchUntilFound(Catalogue(foundAfter: 9), line: 5) }
    let after = visit { _ in autoSearchUntilFound(Catalogue(foundAfter: 9), line: 5) }
    XCTAssertEqual(before.failures.map(\.line), [5, 5])
    XCTAssertEqual(after.failures.map(\.line), [5, 5, 5])
    XCTAssert(after.failures.contains { $0.message.contains("(attempts 1, 2 and 3 of Search)") })
  }
}
