/// The counts of a kind of cause: in one step, or in one run.
package struct CauseCounts: Equatable, Sendable {
  /// The maximum number of tests, places and pictures that are kept.
  private static let mostDetails = 5

  package var kind: CauseKind
  package private(set) var steps = 0
  /// The first row with this kind; `nil` if only the counts are known.
  private(set) var first: Row?
  package private(set) var tests: Set<String> = []
  package private(set) var places: Set<Place> = []
  package private(set) var attachments: [Attachment] = []

  package init(_ kind: CauseKind, steps: Int = 0) {
    (self.kind, self.steps) = (kind, steps)
  }

  package var example: String { first?.errorMessage ?? kind.text }

  mutating func count(_ row: Row) {
    steps += 1
    if first == nil { first = row }
    if tests.count < Self.mostDetails { tests.insert(row.test) }
    if places.count < Self.mostDetails { places.insert(row.place) }
    if attachments.count < Self.mostDetails { attachments += row.attachments }
  }

  mutating func add(_ other: CauseCounts) {
    steps += other.steps
    if first == nil { first = other.first }
    for test in other.tests.sorted() where tests.count < Self.mostDetails { tests.insert(test) }
    for place in other.places.sorted() where places.count < Self.mostDetails { places.insert(place) }
    if attachments.count < Self.mostDetails { attachments += other.attachments }
  }
}
