/// The values of a line by their keys, from which a row is made.
protocol RowValues {
  /// - Returns: `nil` if there is none.
  func text(_ key: RowFields.CodingKeys) throws -> String?
  func number(_ key: RowFields.CodingKeys) throws -> Int?

  /// A number that differs if any value does; one that is missing is the same as an empty text or 0.
  var digest: Int { get }
}

/// A value that each row has.
struct MissingValue: Error {}

extension KeyedDecodingContainer<RowFields.CodingKeys>: RowValues {
  func text(_ key: RowFields.CodingKeys) throws -> String? { try decodeIfPresent(String.self, forKey: key) }
  func number(_ key: RowFields.CodingKeys) throws -> Int? { try decodeIfPresent(Int.self, forKey: key) }

  var digest: Int {
    RowFields.CodingKeys.allCases.reduce(0) { sum, key in
      let hash = (try? text(key))?.digest ?? (try? number(key)) ?? 0
      return sum &+ hash &* key.weight
    }
  }
}

extension String {
  /// The hash; 0 if it is empty.
  var digest: Int { isEmpty ? 0 : hashValue }
}

extension RowFields.CodingKeys {
  /// The place among all keys, which is the byte that stores a case without a payload: a dictionary would be slower.
  var index: Int { withUnsafeBytes(of: self) { Int($0[0]) } }

  /// The factor of the hash of its value in a digest.
  var weight: Int { 0x9E37_79B9_7F4A_7C1 &+ 2 &* index }
}
