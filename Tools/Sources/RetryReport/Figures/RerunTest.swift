/// A whole test that ran again.
struct RerunTest: Equatable, Sendable {
  let name: String
  let maxReruns: Int
  let reruns: Int
  let reason: String
  let isFixable: Bool

  init(_ row: Row) {
    (name, maxReruns, reruns) = (row.action, row.maxAttempts - 1, row.attempt - 1)
    (reason, isFixable) = (row.reason, row.fixable == 1)
  }
}
