/// Drives the storefront as a person would, in memory or in a browser.
public protocol StorefrontDriver {
  /// Loads the storefront anew, signed out and with an empty cart.
  func open(rendersLate: Bool) throws
  func isVisible(_ element: Element) throws -> Bool
  /// Throws ``ElementNotVisible`` if the element is not on the screen.
  func tap(_ element: Element) throws
  /// Replaces the text of a field.
  func type(_ text: String, into element: Element) throws
  func text(of element: Element) throws -> String

  /// The screen as a PNG; `nil` if there is no screen.
  func screenshot() throws -> [UInt8]?

  /// The current page as a text.
  func source() throws -> String

  /// Makes the next tap do nothing, as on a page that is not ready.
  func loseNextTap() throws
  /// Ends the session; the next navigation ends at the sign-in form.
  func dropSession() throws
}
