internal import Testing
internal import XCTest

extension Error {
  /// The error's description on one line, or its type if that says nothing; a large value inside it is not written out.
  var text: String {
    // XCTest would describe a skip with the path of its file.
    if let skip = self as? XCTSkip { return "XCTSkip(\"\(skip.message ?? "")\")".onOneLine }
    let isShown = type(of: self) is any CustomStringConvertible.Type || ValueSize.isSmall(self)
    let text = (isShown ? String(describing: self) : ValueText.tooLarge(self)).onOneLine
    return text.allSatisfy(\.isWhitespace) ? "\(type(of: self))" : text
  }
}

/// A value as a part of one line.
enum ValueText {
  /// The maximum number of characters of a value.
  private static let longest = 200

  static func of(_ value: some Any) -> String {
    (whole(value) ?? tooLarge(value)).capped(at: longest).onOneLine
  }

  static func tooLarge(_ value: some Any) -> String { "\(type(of: value as Any)) (too large to show)" }

  /// The description, preferably by `CustomTestStringConvertible`; nil if it would take long.
  static func whole(_ value: some Any) -> String? {
    let describesItself = value is any CustomTestStringConvertible || value is any CustomStringConvertible
    let isShown = (describesItself && !(value is any Collection)) || ValueSize.isSmall(value)
    return isShown ? String(describingForTest: value) : nil
  }
}

/// The size of a value that is described by its parts.
private enum ValueSize {
  private static let mostParts = 1_000

  static func isSmall(_ value: Any) -> Bool {
    var values: ArraySlice<Any> = [value]
    var parts = 0
    while let value = values.popFirst() {
      // Values that describe themselves count as small, except collections. An object is described by its type.
      let describesItself = value is any CustomStringConvertible && !(value is any Collection)
      if describesItself || type(of: value) is AnyClass { continue }
      for child in Mirror(reflecting: value).children {
        parts += 1
        if parts > mostParts { return false }
        values.append(child.value)
      }
    }
    return true
  }
}
