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
