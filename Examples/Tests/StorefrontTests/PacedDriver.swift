import Foundation
import Storefront

/// A storefront with delays, like a real one's but shorter.
struct PacedDriver: StorefrontDriver {
  private static let timeToOpen = 0.2
  private static let timeToTap = 0.05

  private let driver: any StorefrontDriver

  init(_ driver: any StorefrontDriver) {
    self.driver = driver
  }

  func open(rendersLate: Bool) throws {
    Thread.sleep(forTimeInterval: Self.timeToOpen)
    try driver.open(rendersLate: rendersLate)
  }

  func isVisible(_ element: Element) throws -> Bool { try driver.isVisible(element) }

  func tap(_ element: Element) throws {
    Thread.sleep(forTimeInterval: Self.timeToTap)
    try driver.tap(element)
  }

  func type(_ text: String, into element: Element) throws {
    Thread.sleep(forTimeInterval: Self.timeToTap)
    try driver.type(text, into: element)
  }

  func text(of element: Element) throws -> String { try driver.text(of: element) }
  func screenshot() throws -> [UInt8]? { try driver.screenshot() }
  func source() throws -> String { try driver.source() }
  func loseNextTap() throws { try driver.loseNextTap() }
  func dropSession() throws { try driver.dropSession() }
}
