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
  /// The number of steps in each part of a run.
  var parts: Columns<KindTally>
}

/// The steps in which a kind of cause was seen.
struct KindTally: Equatable, Sendable {
  var steps: Int
  /// Steps that are part of an episode and counted with its first.
  var continued: Int

  /// The number of steps with one for each episode.
  var compared: Int { steps - continued }
}

/// A value for each part of a run that has one, written as a text such as `100 5/100 - 100`.
struct Columns<Value: ColumnValue>: Equatable, Sendable {
  private(set) var values: [Value?]

  init(_ values: [Value?]) {
    self.values = values
  }

  init(none count: Int) {
    values = Array(repeating: nil, count: count)
  }

  subscript(_ index: Int) -> Value? { values[index] }

  mutating func set(_ value: Value?, at index: Int) { values[index] = value }

  var isEmpty: Bool { values.allSatisfy { $0 == nil } }

  /// The columns in another order.
  ///
  /// - Parameter order: The old place of each column; nil for one that is new.
  func ordered(_ order: [Int?]) -> Columns { Columns(order.map { $0.flatMap { values[$0] } }) }
}

/// A value that can be written in a column.
protocol ColumnValue: Equatable, Sendable {
  var text: String { get }
  init?(text: Substring)
}

extension Tally: ColumnValue {}

extension KindTally: ColumnValue {
  /// Such as `5` or `5-4`.
  var text: String { continued == 0 ? "\(steps)" : "\(steps)-\(continued)" }

  init?(text: Substring) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Tally.number)
    guard numbers.count == parts.count else { return nil }
    self.init(steps: numbers[0], continued: numbers.count == 2 ? numbers[1] : 0)
    guard continued <= steps else { return nil }
  }
}

extension Columns: Codable {
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    values = try text.split(separator: " ").map { part in
      if part == "-" { return nil }
      guard let value = Value(text: part) else {
        throw Baseline.NotReadable.implausible("\"\(part)\"")
      }
      return value
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values.map { $0?.text ?? "-" }.joined(separator: " "))
  }
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
