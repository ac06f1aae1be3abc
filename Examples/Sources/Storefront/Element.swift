/// An element that a test can tap or read; the raw value is the element's id on the web page.
public enum Element: String, CaseIterable, Sendable {
  case homePage = "home-page"
  case userField = "user-field"
  case signInButton = "sign-in-button"
  case accountName = "account-name"

  case searchLink = "search-link"
  case searchPage = "search-page"
  case searchField = "search-field"
  case searchButton = "search-button"
  case searchResults = "search-results"
  case addToCartButton = "add-to-cart-button"

  case cartLink = "cart-link"
  case cartPage = "cart-page"
  case cartItems = "cart-items"
}

/// The element is not on the screen.
public struct ElementNotVisible: Error, CustomStringConvertible {
  let element: Element

  public init(_ element: Element) { self.element = element }

  public var description: String { "The element \(element.rawValue) is not visible" }
}
