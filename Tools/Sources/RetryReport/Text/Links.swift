internal import Foundation

/// The URLs of sources and runs, with placeholders for the values of a row.
public struct Links: Sendable {
  private let source: String?
  private let run: String?
  private let onlyRun: String?

  /// - Parameters:
  ///   - source: Such as `https://github.com/shop/app/blob/{commit}/{file}#L{line}`.
  ///   - run: Such as `https://github.com/shop/app/actions/runs/{run}`.
  ///   - onlyRun: The only run with this URL; `nil` for all.
  ///
  /// A URL of another scheme than `http` and `https` is ignored.
  public init(source: String? = nil, run: String? = nil, onlyRun: String? = nil) {
    // The variables of a CI service are untrusted: `javascript:` in one of them would run in the page.
    self.source = source.flatMap { Self.isOfWeb($0) ? $0 : nil }
    self.run = run.flatMap { Self.isOfWeb($0) ? $0 : nil }
    self.onlyRun = onlyRun
  }

  private static func isOfWeb(_ address: String) -> Bool {
    address.wholeMatch(of: /https?:\/\/[^\s"'<>]+/) != nil
  }

  /// The place in the source, as a link if its URL is known.
  ///
  /// - Parameter isShort: Whether to leave out the folders.
  func place(_ place: Place, commit: String, isShort: Bool = false) -> HTML {
    let code: HTML =
      isShort ? "<code title=\"\(place.text)\">\(place.shortText)</code>" : "<code>\(place.text)</code>"
    guard let source, !commit.isEmpty || !source.contains("{commit}") else { return code }
    let address = source.replacing("{commit}", with: commit.asPathPart)
      .replacing("{line}", with: "\(place.line)")
      .replacing("{file}", with: place.file.split(separator: "/").map { String($0).asPathPart }.joined(separator: "/"))
    return "<a href=\"\(address)\">\(code)</a>"
  }

  /// The text as a link if it is the URL of a page, and as plain text otherwise.
  func page(_ text: String) -> HTML { Self.isOfWeb(text) ? "<a href=\"\(text)\">\(text)</a>" : "\(text)" }

  /// A run of the tests, as a link if its URL is known.
  func run(_ id: String) -> HTML {
    guard let run, !id.isEmpty, id == onlyRun ?? id else { return "\(id)" }
    // In the records, the attempt follows the number of a run of GitHub Actions.
    let attempt = run.hasSuffix("/actions/runs/{run}") ? id.wholeMatch(of: /([0-9]+)-([0-9]+)/) : nil
    let part = attempt.map { "\($0.1)/attempts/\($0.2)" } ?? id.asPathPart
    return "<a href=\"\(run.replacing("{run}", with: part))\">\(id)</a>"
  }
}

extension String {
  /// The text as one component of the path of a URL.
  fileprivate var asPathPart: String {
    addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(CharacterSet(charactersIn: "/"))) ?? ""
  }
}
