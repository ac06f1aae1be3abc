/// Why a test may run again, as its author wrote it.
struct Excuse: Equatable, Sendable {
  let reason: String
  let bug: String
  /// The last day, such as `2027-03-31`, or empty.
  let expires: String
  let place: Place
}
