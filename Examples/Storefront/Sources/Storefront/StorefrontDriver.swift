/// Drives the storefront as a person would, in memory or in a browser.
public protocol StorefrontDriver {
  /// Loads the storefront anew: nobody is signed in, the cart is empty.
  func open(rendersLate: Bool) throws
  func isVisible(_ element: Element) throws -> Bool
  /// Throws ``ElementNotVisible`` where there is nothing to tap.
  func tap(_ element: Element) throws
  /// Replaces the text of a field.
  func type(_ text: String, into element: Element) throws
  func text(of element: Element) throws -> String

  /// What is on the screen, as a PNG; nil where there is no screen.
  func screenshot() throws -> [UInt8]?

  /// The page as it is now, as a text.
  func source() throws -> String

  /// The next tap does nothing, as if the page had not been ready for it.
  func loseNextTap() throws
  /// Ends the session; the next navigation ends at the sign-in form.
  func dropSession() throws
}
