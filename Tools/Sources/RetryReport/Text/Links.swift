internal import Foundation

/// The addresses of the source and of the runs, with gaps for what a row names.
public struct Links: Sendable {
  private let source: String?
  private let run: String?

  /// - Parameters:
  ///   - source: Such as `https://github.com/shop/app/blob/{commit}/{file}#L{line}`.
  ///   - run: Such as `https://github.com/shop/app/actions/runs/{run}`.
  public init(source: String? = nil, run: String? = nil) {
    self.source = source
    self.run = run
  }

  /// True if an address begins with `http` or `https` and has its gap.
  public static func isTemplate(_ text: String, for gap: String) -> Bool {
    text.wholeMatch(of: /https?:\/\/[^\s"'<>]+/) != nil && text.contains("{\(gap)}")
  }

  /// The place in the source, as a link if its address is known.
  ///
  /// - Parameter isShort: True if the folders are left out.
  func place(_ place: Place, commit: String, isShort: Bool = false) -> String {
    let text = (isShort ? place.shortText : place.text).escapedForMarkup
    let code = isShort ? "<code title=\"\(place.text.escapedForMarkup)\">\(text)</code>" : "<code>\(text)</code>"
    guard let source, !commit.isEmpty || !source.contains("{commit}") else { return code }
    let address = source.replacing("{commit}", with: commit.asPathPart)
      .replacing("{line}", with: "\(place.line)")
      .replacing("{file}", with: place.file.split(separator: "/").map { String($0).asPathPart }.joined(separator: "/"))
    return "<a href=\"\(address.escapedForMarkup)\">\(code)</a>"
  }

  /// A run of the tests, as a link if its address is known.
  func run(_ id: String) -> String {
    let text = id.escapedForMarkup
    guard let run, !id.isEmpty else { return text }
    return "<a href=\"\(run.replacing("{run}", with: id.asPathPart).escapedForMarkup)\">\(text)</a>"
  }
}

extension String {
  /// The text as one part of the path of an address.
  fileprivate var asPathPart: String {
    addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(CharacterSet(charactersIn: "/"))) ?? ""
  }
}
