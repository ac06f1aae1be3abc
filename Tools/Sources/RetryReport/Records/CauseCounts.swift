/// The counts of a kind of cause: in one step, or in one run.
package struct CauseCounts: Sendable {
  /// The maximum number of tests, places and pictures that are kept.
  private static let mostDetails = 5

  let kind: CauseKind
  /// The number of steps with it.
  private(set) var steps = 0
  let example: String
  private(set) var tests: Set<String> = []
  private(set) var places: Set<Place> = []
  private(set) var attachments: [Attachment] = []

  /// A kind about which nothing else is known.
  package init(_ kind: CauseKind, steps: Int = 0) {
    self.init(kind: kind, example: kind.text)
    self.steps = steps
  }

  init(kind: CauseKind, example: String) {
    (self.kind, self.example) = (kind, example)
  }

  /// Counts a failure of one step.
  mutating func count(_ row: Row) {
    steps = 1
    if tests.count < Self.mostDetails { tests.insert(row.test) }
    if places.count < Self.mostDetails { places.insert(row.place) }
    if attachments.count < Self.mostDetails { attachments += row.attachments }
  }

  mutating func add(_ other: CauseCounts) {
    steps += other.steps
    for test in other.tests.sorted() where tests.count < Self.mostDetails { tests.insert(test) }
    for place in other.places.sorted() where places.count < Self.mostDetails { places.insert(place) }
    if attachments.count < Self.mostDetails { attachments += other.attachments }
  }
}
