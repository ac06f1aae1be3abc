internal import Testing
internal import XCTest

extension Error {
  /// What the error says of itself, on one line; a large value inside of it is not written out.
  var text: String {
    // XCTest describes a skip with the path of its file.
    if let skip = self as? XCTSkip { return "XCTSkip(\"\(skip.message ?? "")\")".onOneLine }
    let isShown = type(of: self) is any CustomStringConvertible.Type || ValueSize.isSmall(self)
    return (isShown ? String(describing: self) : "\(type(of: self)) (too large to show)").onOneLine
  }
}

/// A value as a part of one line.
enum ValueText {
  /// More characters of a value tell nobody more.
  private static let longest = 200

  static func of(_ value: some Any) -> String {
    (whole(value) ?? tooLarge(value)).capped(at: longest).onOneLine
  }

  static func tooLarge(_ value: some Any) -> String { "\(type(of: value as Any)) (too large to show)" }

  /// The words of `CustomTestStringConvertible` where the value has them; nil where a description would take long.
  static func whole(_ value: some Any) -> String? {
    let describesItself = value is any CustomTestStringConvertible || value is any CustomStringConvertible
    let isShown = (describesItself && !(value is any Collection)) || ValueSize.isSmall(value)
    return isShown ? String(describingForTest: value) : nil
  }
}

/// How much there is to write where a value is described by its parts.
private enum ValueSize {
  private static let mostParts = 1_000

  static func isSmall(_ value: Any) -> Bool {
    var values: ArraySlice<Any> = [value]
    var parts = 0
    while let value = values.popFirst() {
      // What describes itself is asked, collections aside, and an object is described by its type.
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
