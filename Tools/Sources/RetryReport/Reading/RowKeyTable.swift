internal import Foundation

/// The keys of a row by their bytes.
enum RowKeyTable {
  private static let size = 256
  /// The keys, each at the hash of its name or after it.
  private static let places: [RowFields.CodingKeys?] = {
    var places = Array(repeating: RowFields.CodingKeys?.none, count: size)
    for (key, name) in zip(RowFields.CodingKeys.allCases, names) {
      var place = name.withUnsafeBytes(hash)
      while places[place] != nil { place = (place + 1) % size }
      places[place] = key
    }
    return places
  }()
  private static let names = RowFields.CodingKeys.allCases.map { Array($0.rawValue.utf8) }

  /// - Returns: `nil` if rows have no such key.
  static func key(_ name: UnsafeRawBufferPointer) -> RowFields.CodingKeys? {
    guard let start = name.baseAddress, !name.isEmpty else { return nil }
    var place = hash(name)
    while let key = places[place] {
      let known = names[key.index]
      if known.count == name.count, memcmp(known, start, name.count) == 0 { return key }
      place = (place + 1) % size
    }
    return nil
  }

  private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    (name.count &* 37 &+ Int(name[0]) &* 5 &+ Int(name[name.count / 2]) &* 3 &+ Int(name[name.count - 1])) % size
  }
}
