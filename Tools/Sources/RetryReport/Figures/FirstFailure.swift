/// The cause of an attempt or a wait that failed, and its place.
struct FirstFailure: Equatable, Sendable {
  let message: String
  let place: Place
  let commit: String
  /// In milliseconds of Unix time.
  let startMs: Int64

  init(_ row: Row) {
    (message, place, commit, startMs) = (row.message, row.place, row.commit, row.startMs)
  }
}
