/// A finding of a comparison, with the texts that all formats share.
package struct Finding: Sendable {
  package enum Sort: String {
    case bad, doubtful, good
  }

  let sort: Sort
  /// Such as `New cause`.
  let title: String
  let action: String
  /// The main sentence without the action, for formats that show the action above it.
  let statement: String
  let details: [String]
  let cause: CauseCounts?
  let advice: String?

  package init(
    sort: Sort,
    title: String,
    action: String,
    statement: String,
    details: [String],
    cause: CauseCounts? = nil,
    advice: String? = nil
  ) {
    (self.sort, self.title, self.action, self.statement) = (sort, title, action, statement)
    (self.details, self.cause, self.advice) = (details, cause, advice)
  }

  /// The main sentence with the action.
  package var text: String { "\(action.printable): \(statement)" }

  /// The details with the places, for formats that cannot link them.
  var placedDetails: [String] {
    let places = cause?.places.sorted().map(\.text.printable) ?? []
    return details + (places.isEmpty ? [] : ["At \(places.joined(separator: ", "))."]) + [advice].compactMap { $0 }
  }

  /// Everything but the action on one line.
  var sentence: String { ([statement] + placedDetails).map(\.printable).joined(separator: " ") }
}
