internal import Foundation
internal import Testing
internal import XCTest

enum ValueText {
  static func of(_ value: some Any) -> String { (whole(value) ?? tooLarge(value)).capped(at: 200).onOneLine }

  static func tooLarge(_ value: some Any) -> String { "\(type(of: value as Any)) (too large to show)" }

  /// The whole text of the value; `nil` if making it would be expensive.
  private static func whole(_ value: some Any) -> String? {
    if let text = value as? String { return String(describingForTest: text.capped(at: 1_000)) }
    // The cast also unwraps an optional error.
    if let error = value as? any Error { return error.text }
    if value is any Collection, !isSmall(value) { return nil }
    if let words = words(of: value) { return words }
    if value is any CustomStringConvertible { return String(describingForTest: value) }
    return isSmall(value) ? fields(of: value) : nil
  }

  // Generic arguments and the addresses of private types would hide the fields, and tell equal causes apart.
  private static func fields(of value: Any) -> String {
    let (text, type) = (String(describingForTest: value), "\(type(of: value))")
    let fields = text.hasPrefix(type) ? type.prefix { $0 != "<" } + text.dropFirst(type.count) : text[...]
    return String(fields).replacing(#/\w+\.\(unknown context at \$\w+\)\./#, with: "")
  }

  // The most informative text comes first. An error's plain description is often generic, so that it leaks nothing.
  fileprivate static func words(of value: Any) -> String? {
    if let value = value as? any CustomTestStringConvertible { return value.testDescription }
    if let text = (value as? any LocalizedError)?.errorDescription, !text.isBlank { return text }
    // Objective-C objects are left out: the debug description of an XCTest element takes a snapshot of the whole
    // screen.
    return value is NSObject ? nil : (value as? any CustomDebugStringConvertible)?.debugDescription
  }

  fileprivate static func isSmall(_ value: Any) -> Bool {
    var values: ArraySlice<Any> = [value]
    var parts = 0
    while let value = values.popFirst() {
      // Quoting a long text is as expensive as describing many values.
      if let text = value as? String { parts += text.utf8.count / 1_000 }
      if parts > 1_000 { return false }
      // Values with a description of their own count as small, except collections. Objects are described by their type.
      let describesItself = value is any CustomStringConvertible && !(value is any Collection)
      if describesItself || type(of: value) is AnyClass { continue }
      for child in Mirror(reflecting: value).children {
        parts += 1
        if parts > 1_000 { return false }
        values.append(child.value)
      }
    }
    return true
  }
}

extension ValueText {
  /// The arguments of a parameterized case, which distinguish the cases of one test.
  ///
  /// Shortened texts end in a hash of the whole, and repeated arguments in a number.
  static func arguments(of testCase: Test.Case) -> [String] {
    let (arguments, position) = testCase.reflectedArguments
    let texts = arguments.map { text(of: $0.value, id: $0.id) }
    return position == 0 ? texts : texts + ["#\(position + 1)"]
  }

  private static func text(of value: Any, id: [UInt8]?) -> String {
    let (whole, limit) = (whole(value), 100)
    if let whole, !whole.isLonger(than: limit), whole.onOneLine == whole {
      // An id may tell apart what the text does not; if a type has none, Swift Testing makes the id of the text.
      let isIDNeeded = id.map { !$0.elementsEqual(whole.utf8) && mayHideParts(value) } ?? false
      if !isIDNeeded { return whole }
    }
    let hash = id.map(hash) ?? whole?.stableHash
    return (whole ?? tooLarge(value)).capped(at: limit).onOneLine + (hash.map { " #\($0)" } ?? "")
  }

  /// Whether different values may have the same text, because their type chooses what it shows.
  private static func mayHideParts(_ value: Any) -> Bool {
    if value is any StringProtocol || value is any Numeric || value is Bool || value is Character { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class: return true
    case .collection, .dictionary, .set, .optional, .tuple: break
    default: if describesItself(value) { return true }
    }
    return mirror.children.contains { mayHideParts($0.value) }
  }

  private static func describesItself(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomTestStringConvertible || value is any LocalizedError
      || value is any CustomDebugStringConvertible
  }

  /// A hash of millions of bytes would take longer than most steps.
  private static func hash(of id: [UInt8]) -> String {
    id.count <= 20_000 ? id.stableHash : (id.prefix(10_000) + id.suffix(10_000) + Array("\(id.count)".utf8)).stableHash
  }
}

extension Error {
  var text: String {
    if let text = textOfSkip ?? textOfRequirement { return text }
    // Without the cast, the type of some errors would be `Error`.
    let type = type(of: self as any Error)
    // The description of a Foundation error buries its message in the user info.
    if type == NSError.self { return localizedText.onOneLine }
    let isShown = type is any CustomStringConvertible.Type || ValueText.isSmall(self)
    let description = isShown ? String(describing: self) : ValueText.tooLarge(self)
    let text = (ValueText.words(of: self) ?? description).onOneLine
    if text.hasPrefix("Error Domain=") { return localizedText.onOneLine }
    return text.isBlank ? "\(type)" : text
  }

  private var localizedText: String {
    let error = self as NSError
    let text = error.localizedDescription.capped(at: String.longestPart)
    return text.contains(error.domain) ? text : "\(text) (\(error.domain) \(error.code))"
  }
}
