import ArgumentParser

/// A share as users type it, such as `2.5` or `5%`.
enum Percent {
  static func parse(_ text: String) throws -> Double {
    guard let value = Double(text.hasSuffix("%") ? String(text.dropLast()) : text) else {
      throw ValidationError("it must be a number, such as 2.5.")
    }
    return value
  }
}
