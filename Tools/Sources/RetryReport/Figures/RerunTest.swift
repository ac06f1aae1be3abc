/// A whole test that ran again.
struct RerunTest: Equatable, Sendable {
  let name: String
  let maxReruns: Int
  let reruns: Int
  let reason: String
  let isFixable: Bool
}
