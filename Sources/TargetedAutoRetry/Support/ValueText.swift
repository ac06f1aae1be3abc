internal import Foundation
internal import Testing
internal import XCTest

/// A value as a part of one line.
enum ValueText {
  static func of(_ value: some Any) -> String { (whole(value) ?? tooLarge(value)).capped(at: 200).onOneLine }

  static func tooLarge(_ value: some Any) -> String { "\(type(of: value as Any)) (too large to show)" }

  /// The value in its own words; nil if it would take long to write it out.
  private static func whole(_ value: some Any) -> String? {
    if let text = value as? String { return String(describingForTest: text.capped(at: 1_000)) }
    // Also the error in an optional.
    if let error = value as? any Error { return error.text }
    if value is any Collection, !isSmall(value) { return nil }
    if let words = words(of: value) { return words }
    return value is any CustomStringConvertible || isSmall(value) ? String(describingForTest: value) : nil
  }

  /// The words that say most: those for tests, those of an error for people, those for debugging; nil without any.
  ///
  /// The description of an error is often a generic one, so that it leaks nothing.
  fileprivate static func words(of value: Any) -> String? {
    if let value = value as? any CustomTestStringConvertible { return value.testDescription }
    if let text = (value as? any LocalizedError)?.errorDescription, !text.isBlank { return text }
    // Each object of Foundation has words for debugging; those of an element of XCTest take a picture of the whole screen.
    return value is NSObject ? nil : (value as? any CustomDebugStringConvertible)?.debugDescription
  }

  /// True if a value that is described by its parts has few of them.
  fileprivate static func isSmall(_ value: Any) -> Bool {
    var values: ArraySlice<Any> = [value]
    var parts = 0
    while let value = values.popFirst() {
      // Values that describe themselves count as small, except collections. An object is described by its type.
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
  /// The arguments of a parameterized case, to tell the cases of one test apart.
  ///
  /// A text that is cut, or would be too large to write out, ends in a hash of the whole. The second of two cases that
  /// look the same has a number. Swift Testing exposes the arguments to reflection only. If that changes, all cases of a
  /// test have the same name.
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

  /// - Parameter id: The bytes that Swift Testing identifies the argument by.
  private static func text(of value: Any, id: [UInt8]?) -> String {
    let (whole, limit) = (whole(value), 100)
    if let whole, !whole.isLonger(than: limit) { return whole.onOneLine }
    let hash = id?.stableHash ?? whole?.stableHash
    return (whole ?? tooLarge(value)).capped(at: limit).onOneLine + (hash.map { " #\($0)" } ?? "")
  }
}

extension Error {
  /// The error in its own words on one line, or its type if they say nothing; a large value inside it is not written out.
  var text: String {
    // XCTest would describe a skip with the path of its file.
    if let skip = self as? XCTSkip { return "XCTSkip(\"\(skip.message ?? "")\")".onOneLine }
    // Otherwise the type of some errors would be `Error`.
    let type = type(of: self as any Error)
    let isShown = type is any CustomStringConvertible.Type || ValueText.isSmall(self)
    let description = isShown ? String(describing: self) : ValueText.tooLarge(self)
    let text = (ValueText.words(of: self) ?? description).onOneLine
    // An error of Foundation has its words behind the code, among all of its information.
    if text.hasPrefix("Error Domain=") { return localizedText.onOneLine }
    return text.isBlank ? "\(type)" : text
  }

  private var localizedText: String {
    let error = self as NSError
    let text = error.localizedDescription
    return text.contains(error.domain) ? text : "\(text) (\(error.domain) \(error.code))"
  }
}

// Errors that mean *stop*: the code that throws them wants the test to end here, and a retry would defeat that.
extension Error {
  /// True for a skip and for a cancellation, and for an error that one of them underlies; others that hold one are failures.
  var meansStop: Bool { causes.contains { $0 is CancellationError } || isSkip }

  /// True for a skip, and for the cancellation of a whole test.
  ///
  /// Swift Testing throws one error for both; its type is not public.
  var isSkip: Bool {
    causes.contains { $0 is XCTSkip || String(reflecting: type(of: $0)) == "Testing.SkipInfo" }
  }

  /// The error and its underlying ones; an end, as an error may name itself.
  private var causes: some Sequence<any Error> {
    sequence(first: self as any Error) { ($0 as NSError).userInfo[NSUnderlyingErrorKey] as? any Error }.prefix(10)
  }

  /// True for an error of `#require` or `XCTUnwrap`, which record an issue and throw.
  var standsForIssue: Bool {
    // Otherwise the type of some errors would be `Error`.
    let name = String(describing: type(of: self as any Error))
    return name == "ExpectationFailedError" || name.hasSuffix("UnwrappingOptional")
  }
}
