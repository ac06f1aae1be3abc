/// A call, by its name and its place.
struct Call: Hashable, Comparable, Sendable {
  let action: String
  let place: Place

  static func < (left: Call, right: Call) -> Bool { (left.action, left.place) < (right.action, right.place) }
}
