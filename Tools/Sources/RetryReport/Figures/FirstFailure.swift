/// The cause of an attempt or a wait that failed, and its place.
struct FirstFailure: Equatable, Sendable {
  let message: String
  let place: Place
  let commit: String
  /// In milliseconds of Unix time.
  let startMs: Int64

  init(_ row: Row) {
    message = row.message
    place = row.place
    commit = row.commit
    startMs = row.startMs
  }
}
