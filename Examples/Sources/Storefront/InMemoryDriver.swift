/// The storefront as a model: the same behaviour as the web page, and nothing to install.
public final class InMemoryDriver: StorefrontDriver {
  private enum Screen {
    case home
    case search
    case cart
  }

  /// The number of looks at a page that renders late until it is there.
  private static let looksUntilRendered = 3

  private var screen = Screen.home
  private var user: String?
  private var texts: [Element: String] = [:]
  private var results: [String] = []
  private var cart: [String] = []
  private var looksLeft = Int.max
  private var losesNextTap = false
  private var sessionIsDropped = false

  public init() {}

  public func open(rendersLate: Bool) {
    screen = .home
    user = nil
    texts = [:]
    results = []
    cart = []
    losesNextTap = false
    sessionIsDropped = false
    looksLeft = rendersLate ? Self.looksUntilRendered : 0
  }

  public func isVisible(_ element: Element) -> Bool {
    guard looksLeft == 0 else {
      if looksLeft < .max { looksLeft -= 1 }
      return false
    }
    return shows(element)
  }

  private func shows(_ element: Element) -> Bool {
    switch element {
    case .homePage: screen == .home
    case .userField, .signInButton: screen == .home && user == nil
    case .accountName, .searchLink, .cartLink: user != nil
    case .searchPage, .searchField, .searchButton, .searchResults: screen == .search
    case .addToCartButton: screen == .search && !results.isEmpty
    case .cartPage, .cartItems: screen == .cart
    }
  }

  public func tap(_ element: Element) throws {
    guard isVisible(element) else { throw ElementNotVisible(element) }
    if losesNextTap {
      losesNextTap = false
      return
    }
    switch element {
    case .signInButton: user = texts[.userField]
    case .searchLink: navigate(to: .search)
    case .cartLink: navigate(to: .cart)
    case .searchButton: results = Catalogue.products(matching: texts[.searchField] ?? "")
    case .addToCartButton: cart.append(contentsOf: results.prefix(1))
    default: break
    }
  }

  public func type(_ text: String, into element: Element) throws {
    guard isVisible(element) else { throw ElementNotVisible(element) }
    texts[element] = text
  }

  public func text(of element: Element) throws -> String {
    guard isVisible(element) else { throw ElementNotVisible(element) }
    return switch element {
    case .accountName: user ?? ""
    case .searchResults: results.isEmpty ? "Nothing found" : results.joined(separator: "\n")
    case .cartItems: cart.isEmpty ? "Your cart is empty" : cart.joined(separator: "\n")
    default: texts[element] ?? ""
    }
  }

  public func screenshot() -> [UInt8]? { nil }

  public func source() -> String {
    let elements = looksLeft == 0 ? Element.allCases.filter(shows) : []
    let lines = elements.map { "<\($0.rawValue)>\((try? text(of: $0)) ?? "")</\($0.rawValue)>" }
    return (["<page>"] + lines + ["</page>"]).joined(separator: "\n")
  }

  public func loseNextTap() { losesNextTap = true }

  public func dropSession() { sessionIsDropped = true }

  private func navigate(to screen: Screen) {
    if sessionIsDropped {
      sessionIsDropped = false
      user = nil
      self.screen = .home
    } else {
      self.screen = screen
    }
  }
}
