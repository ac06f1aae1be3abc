import TargetedAutoRetry
import XCTest

// A spec of Quick: a class function, so there is no test case to call anything on. `QuickSpec` is here a stand-in of a few
// lines, which runs each example as a test.

// before
final class CartSpecByHand: QuickSpec {
  override class func spec() {
    describe("the cart") {
      it("has what was added") {
        let cart = Cart()
        for attempt in 1...3 {
          cart.add("Shoes")
          if cart.items == ["Shoes"] { break }
          if attempt == 3 { XCTFail("Shoes were not added") }
        }
      }
    }
  }
}

// after
final class CartSpec: QuickSpec {
  override class func spec() {
    describe("the cart") {
      it("has what was added") {
        let cart = Cart()
        CurrentTest().autoRetry(
          mainAction: { cart.add("Shoes") },
          successCondition: { cart.items == ["Shoes"] },
          actionDescription: "Add Shoes",
          retryAttempts: 2
        )
      }
    }
  }
}

// test
/// The stand-in.
class QuickSpec {
  nonisolated(unsafe) static var examples: [(name: String, example: () -> Void)] = []
  nonisolated(unsafe) private static var group = ""

  class func spec() {}

  static func describe(_ name: String, _ examples: () -> Void) {
    group = name
    examples()
  }

  static func it(_ name: String, _ example: @escaping () -> Void) { examples.append(("\(group) \(name)", example)) }

  static func run() {
    examples = []
    spec()
    for example in examples { example.example() }
  }
}

final class Cart {
  nonisolated(unsafe) static var lostTaps = 0
  /// The contents of the carts that something was added to.
  nonisolated(unsafe) static var contents: [[String]] = []
  private(set) var items: [String] = []
  private var taps = 0

  func add(_ item: String) {
    taps += 1
    if taps > Self.lostTaps {
      items = [item]
      Self.contents.append(items)
    }
  }
}

final class QuickSpecTests: RewriteTests {
  func testAnExampleRepeatsItsStep() {
    (Cart.lostTaps, Cart.contents) = (2, [])
    let visits = [visit { _ in CartSpecByHand.run() }, visit { _ in CartSpec.run() }]
    XCTAssertEqual(visits.flatMap(\.failures), [])
    XCTAssertEqual(Cart.contents, [["Shoes"], ["Shoes"]])
    XCTAssertEqual(QuickSpec.examples.map(\.name), ["the cart has what was added"])
  }

  func testAnExampleThatNeverSucceedsFailsInTheSpec() {
    Cart.lostTaps = 3
    let visits = [visit { _ in CartSpecByHand.run() }, visit { _ in CartSpec.run() }]
    let failures = visits.flatMap(\.failures)
    XCTAssertEqual(failures.map(\.file), ["QuickSpec.swift", "QuickSpec.swift"])
    XCTAssert(failures[0].message.contains("Shoes were not added"))
    XCTAssert(failures[1].message.contains("Add Shoes failed: "))
  }
}
