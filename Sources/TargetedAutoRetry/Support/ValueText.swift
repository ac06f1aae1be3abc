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
    return value is any CustomStringConvertible || isSmall(value) ? String(describingForTest: value) : nil
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
  /// Shortened texts end in a hash of the whole, and repeated arguments in a number. Only reflection can read the
  /// arguments. If Swift Testing changes their layout, all cases of a test get the same name.
  static func arguments(of testCase: Test.Case) -> [String] {
    guard testCase.isParameterized else { return [] }
    let mirror = Mirror(reflecting: testCase)
    let found = mirror.descendant("_kind", "parameterized", "arguments") ?? mirror.descendant("arguments")
    let texts = (found as? [Any] ?? []).compactMap { argument in
      let argument = Mirror(reflecting: argument)
      return argument.descendant("value").map { text(of: $0, id: argument.descendant("id", "bytes") as? [UInt8]) }
    }
    let position = mirror.descendant("_kind", "parameterized", "discriminator") as? Int ?? 0
    return position == 0 ? texts : texts + ["#\(position + 1)"]
  }

  private static func text(of value: Any, id: [UInt8]?) -> String {
    let (whole, limit) = (whole(value), 100)
    if let whole, !whole.isLonger(than: limit), whole.onOneLine == whole, !mayHideParts(value, id, whole) {
      return whole
    }
    let hash = id.map(hash) ?? whole?.stableHash
    return (whole ?? tooLarge(value)).capped(at: limit).onOneLine + (hash.map { " #\($0)" } ?? "")
  }

  /// Whether an id may tell apart what the text does not; if a type has none, Swift Testing makes the id of the text.
  private static func mayHideParts(_ value: Any, _ id: [UInt8]?, _ text: String) -> Bool {
    id.map { !$0.elementsEqual(text.utf8) && mayHideParts(value) } ?? false
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

extension Test {
  #if os(iOS) || os(tvOS) || os(visionOS)
    static let isInExitTest = false
  #else
    /// Whether this process is the child of an exit test, which has no current test but whose issues reach the parent.
    static let isInExitTest = ExitTest.current != nil
  #endif
}

extension Error {
  var text: String {
    // XCTest's description of a skip contains a file path.
    if let skip = self as? XCTSkip { return "XCTSkip(\"\(skip.message ?? "")\")".onOneLine }
    if isOfSwiftTesting {
      let comment = Mirror(reflecting: self).descendant("comment") as? Comment
      return "skip(\"\(comment ?? "")\")".onOneLine
    }
    // Without the cast, the type of some errors would be `Error`.
    let type = type(of: self as any Error)
    let isShown = type is any CustomStringConvertible.Type || ValueText.isSmall(self)
    let description = isShown ? String(describing: self) : ValueText.tooLarge(self)
    let text = (ValueText.words(of: self) ?? description).onOneLine
    // The description of a Foundation error buries its message in the user info.
    if text.hasPrefix("Error Domain=") { return localizedText.onOneLine }
    return text.isBlank ? "\(type)" : text
  }

  private var localizedText: String {
    let error = self as NSError
    let text = error.localizedDescription
    return text.contains(error.domain) ? text : "\(text) (\(error.domain) \(error.code))"
  }
}

// Some errors mean *stop*: the code that throws them wants the test to end here, and a retry would defeat that.
extension Error {
  // Only underlying errors count: an error that lists several others is a failure.
  var meansStop: Bool { causes.contains { $0 is CancellationError } || isSkip }

  // Swift Testing throws one error for a skip and for the cancellation of a whole test; its type is not public.
  var isSkip: Bool {
    causes.contains { $0 is XCTSkip || $0.isOfSwiftTesting }
  }

  private var isOfSwiftTesting: Bool { String(reflecting: type(of: self as any Error)) == "Testing.SkipInfo" }

  // Limited, because an error may name itself as its underlying error.
  private var causes: some Sequence<any Error> {
    sequence(first: self as any Error) { ($0 as NSError).userInfo[NSUnderlyingErrorKey] as? any Error }.prefix(10)
  }

  /// Whether the error is from `#require` or `XCTUnwrap`, which record an issue before they throw.
  var standsForIssue: Bool {
    let name = String(describing: type(of: self as any Error))
    return name == "ExpectationFailedError" || name.hasSuffix("UnwrappingOptional")
  }
}
