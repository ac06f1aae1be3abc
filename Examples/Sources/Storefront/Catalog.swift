/// The products of the storefront.
public enum Catalog {
  public static let products = ["Copper Kettle", "Kettle Descaler", "Pour-Over Set", "Tea Strainer"]

  static func products(matching query: String) -> [String] {
    products.filter { $0.lowercased().contains(query.lowercased()) }
  }
}
