/// Markup of the page.
///
/// An interpolated text is escaped, so that no text of a record becomes markup; interpolated markup stays as it is.
struct HTML: ExpressibleByStringInterpolation, Hashable, Sendable {
  let text: String

  /// - Parameter markup: Markup, which is not escaped.
  init(markup: String) {
    text = markup
  }

  init(stringLiteral markup: String) {
    text = markup
  }

  init(stringInterpolation parts: Parts) {
    text = parts.text
  }

  struct Parts: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    mutating func appendLiteral(_ markup: String) { text += markup }

    mutating func appendInterpolation(_ text: some StringProtocol) { self.text += String(text).escapedForMarkup }

    mutating func appendInterpolation(_ number: Int) { text += "\(number)" }

    mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }

    mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }
  }

  /// The name of a test or an action, which wraps where a reader would.
  static func wrapping(_ name: String) -> HTML {
    let form = /[\/.](?=[A-Za-z])|[a-z](?=[A-Z])/
    return HTML(markup: name.escapedForMarkup.replacing(form) { "\($0.output)<wbr>" })
  }

  /// An attribute with a space before it; nothing without a value.
  static func attribute(_ name: String, _ value: String?) -> HTML {
    value.map { " \(name)=\"\($0)\"" } ?? ""
  }
}

extension [HTML] {
  func joined(by separator: String) -> HTML { HTML(markup: map(\.text).joined(separator: separator)) }
}
