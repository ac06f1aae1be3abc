internal import Foundation

/// The keys of a row by their names, such as `step_id`.
enum RowKeyTable {
  static let byName = Dictionary(uniqueKeysWithValues: zip(allNames, RowFields.Key.allCases))

  private static let allNames = RowFields.Key.allCases.map { key in
    "\(key)".replacing(/[A-Z]/) { "_\($0.output.lowercased())" }
  }
  private static let size = 256
  /// The keys, each at the hash of its name or after it; a dictionary would need a `String` for each key of each line.
  private static let places: [RowFields.Key?] = {
    var places = Array(repeating: RowFields.Key?.none, count: size)
    for (key, name) in zip(RowFields.Key.allCases, names) {
      var place = name.withUnsafeBytes(hash)
      while places[place] != nil { place = (place + 1) % size }
      places[place] = key
    }
    return places
  }()
  private static let names = allNames.map { Array($0.utf8) }

  /// - Returns: `nil` if rows have no such key.
  static func key(_ name: UnsafeRawBufferPointer) -> RowFields.Key? {
    guard let start = name.baseAddress, !name.isEmpty else { return nil }
    var place = hash(name)
    while let key = places[place] {
      let known = names[key.rawValue]
      if known.count == name.count, memcmp(known, start, name.count) == 0 { return key }
      place = (place + 1) % size
    }
    return nil
  }

  private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    (name.count &* 37 &+ Int(name[0]) &* 5 &+ Int(name[name.count / 2]) &* 3 &+ Int(name[name.count - 1])) % size
  }
}
