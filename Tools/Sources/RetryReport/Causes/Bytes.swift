/// A slice of the bytes of a message.
typealias Bytes = ArraySlice<UInt8>

extension UInt8 {
  var isDigit: Bool { (48...57).contains(self) }
  var isLower: Bool { (97...122).contains(self) || self >= 0x80 }
  var isUpper: Bool { (65...90).contains(self) }
  var isAlphanumeric: Bool { isDigit || isLower || isUpper }
  var isHex: Bool { isDigit || (97...102).contains(self) || (65...70).contains(self) }
}

extension Bytes {
  var text: String { String(decoding: self, as: UTF8.self) }
  var isDigits: Bool { !isEmpty && allSatisfy(\.isDigit) }
  var isHex: Bool { !isEmpty && allSatisfy(\.isHex) }
  var hasDigit: Bool { contains(where: \.isDigit) }
  var hasLower: Bool { contains(where: \.isLower) }
  var hasUpper: Bool { contains(where: \.isUpper) }
  var isWord: Bool { !isEmpty && allSatisfy { $0.isLower || $0.isUpper } }

  func first(_ character: Unicode.Scalar) -> Int? { firstIndex(of: UInt8(ascii: character)) }
  func has(_ character: Unicode.Scalar) -> Bool { contains(UInt8(ascii: character)) }
  func starts(_ text: StaticString) -> Bool { text.withUTF8Buffer { starts(with: $0) } }

  func parts(by character: Unicode.Scalar) -> [Bytes] {
    split(separator: UInt8(ascii: character), omittingEmptySubsequences: false)
  }

  /// The lengths of the words of `someNames17Long`: some, Names, 17, Long.
  var camelLengths: [Int] {
    var lengths: [Int] = []
    var last: UInt8 = 0
    for (index, byte) in zip(indices, self) {
      let next: UInt8 = index + 1 < endIndex ? self[index + 1] : 0
      let isSame =
        (byte.isDigit && last.isDigit) || (byte.isLower && (last.isLower || last.isUpper))
        || (byte.isUpper && last.isUpper && !next.isLower)
      if isSame, !lengths.isEmpty { lengths[lengths.count - 1] += 1 } else if byte.isAlphanumeric { lengths.append(1) }
      last = byte
    }
    return lengths
  }

  /// The number of changes between letters and digits.
  var changes: Int { zip(self, dropFirst()).count { $0.isDigit != $1.isDigit } }
}
