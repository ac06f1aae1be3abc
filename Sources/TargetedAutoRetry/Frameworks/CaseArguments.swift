internal import Testing

/// The arguments of a parameterized case, to tell the cases of one test apart.
///
/// Swift Testing exposes them to reflection only. If that changes, all cases of a test have the same name.
enum CaseArguments {
  /// The maximum number of characters of an argument.
  private static let longest = 100

  /// A text for each argument.
  ///
  /// A text that is cut, or would be too large to write out, ends in a hash of the whole. The second of two cases that
  /// look the same has a number.
  static func texts(of testCase: Test.Case) -> [String] {
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
    if let text = value as? String, text.isLonger(than: longest) {
      return cut(
        String(describingForTest: String(text.prefix(longest))),
        hash: id.map(StableHash.of) ?? StableHash.of(text)
      )
    }
    guard let text = ValueText.whole(value) else { return cut(ValueText.tooLarge(value), hash: id.map(StableHash.of)) }
    return text.isLonger(than: longest) ? cut(text, hash: id.map(StableHash.of) ?? StableHash.of(text)) : text.onOneLine
  }

  private static func cut(_ text: String, hash: String?) -> String {
    text.capped(at: longest).onOneLine + (hash.map { " #\($0)" } ?? "")
  }
}
