/// A value for each part of a run that has one, written as a text such as `100 5/100 - 100`.
struct Columns<Value: ColumnValue>: Equatable, Sendable {
  let count: Int
  private(set) var values: [Int: Value] = [:]

  init(_ count: Int) {
    self.count = count
  }

  subscript(_ index: Int) -> Value? {
    get { values[index] }
    set { values[index] = newValue }
  }

  var isEmpty: Bool { values.isEmpty }

  /// The columns in another order.
  ///
  /// - Parameter order: The old position of each column; `nil` for a new one.
  func ordered(_ order: [Int?]) -> Columns {
    var columns = Columns(order.count)
    for (place, old) in order.enumerated() { columns[place] = old.flatMap { values[$0] } }
    return columns
  }
}

/// A value that can be written in a column.
protocol ColumnValue: Equatable, Sendable {
  var text: String { get }
  /// Fails for impossible numbers.
  init?(text: Substring)
}

extension Columns: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self).split(separator: " ")
    self.init(parts.count)
    for (place, part) in parts.enumerated() where part != "-" {
      guard let value = Value(text: part) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(part)\"")
      }
      values[place] = value
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode((0..<count).map { values[$0]?.text ?? "-" }.joined(separator: " "))
  }
}

extension Int: ColumnValue {
  var text: String { "\(self)" }

  init?(text: Substring) {
    guard let number = Tally.number(text) else { return nil }
    self = number
  }
}

extension Tally: ColumnValue {
  /// Such as `100` or `5/100`: failures of steps.
  var text: String { failures == 0 ? "\(steps)" : "\(failures)/\(steps)" }

  init?(text: Substring) {
    let numbers = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(Self.number)
    guard let steps = numbers.last ?? nil, let failures = numbers.count == 2 ? numbers[0] : 0, failures <= steps else {
      return nil
    }
    self.init(steps: steps, failures: failures)
  }

  /// The numbers that are accepted, because larger ones would keep the statistics busy for minutes.
  static let numbers = 0...10_000_000

  static func number(_ text: Substring) -> Int? {
    guard text.first?.isWholeNumber == true else { return nil }
    return Int(text).flatMap { numbers.contains($0) ? $0 : nil }
  }
}
