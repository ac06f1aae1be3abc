/// The known counts and causes of one action.
struct BaselineAction: Codable, Equatable, Sendable {
  let action: String
  /// The counts of each test, a column for each part of a run.
  var tests: [String: Columns<Tally>] = [:]
  /// The most frequent first.
  var causes: [KnownCause] = []
}

/// A kind of cause that has been seen.
struct KnownCause: Codable, Equatable, Sendable {
  let kind: String
  /// The number of steps in which it was seen, ever.
  var steps: Int
  /// The number of attempts that failed of it, ever.
  var attempts: Int
  var first: Baseline.Sighting
  var last: Baseline.Sighting
  /// A message of this kind, as it was.
  var example: String
  /// The steps in which it came in each test, a column for each part of a run.
  var tests: [String: Columns<Failures>]
}

extension ProcessSet: Codable {
  init(from decoder: any Decoder) throws {
    self.init()
    let texts = try decoder.singleValueContainer().decode(String.self).split(separator: " ")
    hashes = Set(texts.compactMap { UInt32($0, radix: 16) })
    guard hashes.count == texts.count, hashes.count <= Self.most else {
      throw Baseline.NotReadable.implausible("the processes of a run")
    }
  }

  /// Such as `1f3a07c2 a887e0b1`, the same in any order.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hashes.sorted().map { String($0, radix: 16) }.joined(separator: " "))
  }
}
