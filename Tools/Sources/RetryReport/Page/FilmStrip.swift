internal import Foundation

/// The pictures of a test in a row above its steps, each as near to its instant as there is room.
enum FilmStrip {
  struct Picture {
    /// The name of its place on the page.
    let id: String
    let title: String
    /// In percent of the width.
    let position: Double

    /// The instant as CSS.
    var left: String { String(format: "%.2f%%", position) }
  }

  /// The width of a picture, in percent.
  private static let width = 6.0
  private static let most = 16

  static func render(_ pictures: [Picture]) -> String {
    let shown = pictures.sorted { $0.position < $1.position }.prefix(most)
    if shown.isEmpty { return "" }
    let items = zip(shown, places(shown.map(\.position))).map { picture, left in
      "<a href=\"#\(picture.id)\" style=\"left:\(String(format: "%.2f", left))%\" "
        + "title=\"\(picture.title.escapedForMarkup)\"><span>\(picture.title.escapedForMarkup)</span></a>"
    }
    let more = pictures.count - shown.count
    let rest = more > 0 ? "<p class=\"note\">and \(more.counted("picture")) more below</p>\n" : ""
    return "<div class=\"row\"><div class=\"strip\">\(items.joined())</div></div>\n\(rest)"
  }

  /// Places in order that do not overlap, from those that would be right.
  private static func places(_ wanted: [Double]) -> [Double] {
    var places: [Double] = []
    for place in wanted { places.append(max(place, places.last.map { $0 + width } ?? 0)) }
    var limit = 100 - width
    for index in places.indices.reversed() {
      places[index] = min(places[index], limit)
      limit = places[index] - width
    }
    return places
  }
}
