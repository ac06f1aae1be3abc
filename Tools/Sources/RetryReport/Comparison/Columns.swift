/// A value for each part of a run that has one, written as their descriptions, such as `100 5/100 - 100`.
struct Columns<Value: LosslessStringConvertible & Equatable & Sendable>: Equatable, Sendable {
  let count: Int
  /// By column.
  var values: [Int: Value] = [:]

  /// The columns in another order; `nil` if no value is left.
  ///
  /// - Parameter order: The old position of each column; `nil` for a new one.
  func ordered(_ order: [Int?]) -> Columns? {
    var columns = Columns(count: order.count)
    for (place, old) in order.enumerated() { columns.values[place] = old.flatMap { values[$0] } }
    return columns.values.isEmpty ? nil : columns
  }
}

extension Columns: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self).split(separator: " ")
    self.init(count: parts.count)
    for (place, part) in parts.enumerated() where part != "-" {
      guard let value = Value(String(part)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(part)\"")
      }
      values[place] = value
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode((0..<count).map { values[$0]?.description ?? "-" }.joined(separator: " "))
  }
}

extension Tally: LosslessStringConvertible {
  /// Such as `100` or `5/100`: failures of steps.
  package var description: String { failures == 0 ? "\(steps)" : "\(failures)/\(steps)" }

  /// Fails for impossible numbers.
  package init?(_ description: String) {
    let numbers = description.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(Self.number)
    guard let steps = numbers.last ?? nil, let failures = numbers.count == 2 ? numbers[0] : 0, failures <= steps else {
      return nil
    }
    self.init(steps: steps, failures: failures)
  }

  /// The numbers that are accepted, because larger ones would keep the statistics busy for minutes.
  static let numbers = 0...10_000_000

  private static func number(_ text: Substring) -> Int? {
    guard text.first?.isWholeNumber == true else { return nil }
    return Int(text).flatMap { numbers.contains($0) ? $0 : nil }
  }
}
