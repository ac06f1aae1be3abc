import Storefront

/// A page that a test can navigate to.
enum Page: String {
  case search = "Search"
  case cart = "Cart"

  var link: Element { self == .search ? .searchLink : .cartLink }

  var screen: Element { self == .search ? .searchPage : .cartPage }
}
