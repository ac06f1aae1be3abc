/// The storefront as a model: the same behavior as the web page, and nothing to install.
public final class InMemoryDriver: StorefrontDriver {
  private enum Screen {
    case home
    case search
    case cart
  }

  /// The time of each operation, in seconds; a test without faults takes 1.6, as in headless Chromium.
  public enum Cost {
    public static let open = 0.3
    public static let tap = 0.2
    public static let type = 0.2
    public static let check = 0.08
  }

  /// The number of checks at a page that renders late until it is there.
  private static let looksUntilRendered = 3

  private let pass: (Double) -> Void
  private var screen = Screen.home
  private var user: String?
  private var texts: [Element: String] = [:]
  private var results: [String] = []
  private var cart: [String] = []
  private var looksLeft = Int.max
  private var losesNextTap = false
  private var sessionIsDropped = false

  /// - Parameter pass: Lets time pass, which is given in seconds.
  public init(pass: @escaping (Double) -> Void) {
    self.pass = pass
  }

  public func open(rendersLate: Bool) {
    pass(Cost.open)
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
    pass(Cost.check)
    return isThere(element)
  }

  private func isThere(_ element: Element) -> Bool {
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
    pass(Cost.tap)
    guard isThere(element) else { throw ElementNotVisible(element) }
    if losesNextTap {
      losesNextTap = false
      return
    }
    switch element {
    case .signInButton: user = texts[.userField]
    case .searchLink: navigate(to: .search)
    case .cartLink: navigate(to: .cart)
    case .searchButton: results = Catalog.products(matching: texts[.searchField] ?? "")
    case .addToCartButton: cart.append(contentsOf: results.prefix(1))
    default: break
    }
  }

  public func type(_ text: String, into element: Element) throws {
    pass(Cost.type)
    guard isThere(element) else { throw ElementNotVisible(element) }
    texts[element] = text
  }

  public func text(of element: Element) throws -> String {
    pass(Cost.check)
    guard isThere(element) else { throw ElementNotVisible(element) }
    return words(of: element)
  }

  private func words(of element: Element) -> String {
    switch element {
    case .accountName: user ?? ""
    case .searchResults: results.isEmpty ? "Nothing found" : results.joined(separator: "\n")
    case .cartItems: cart.isEmpty ? "Your cart is empty" : cart.joined(separator: "\n")
    default: texts[element] ?? ""
    }
  }

  public func screenshot() -> [UInt8]? { nil }

  public func source() -> String {
    let elements = looksLeft == 0 ? Element.allCases.filter(shows) : []
    let lines = elements.map { "<\($0.rawValue)>\(words(of: $0))</\($0.rawValue)>" }
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
