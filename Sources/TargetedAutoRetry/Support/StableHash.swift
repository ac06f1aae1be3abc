extension String {
  /// Twelve digits that tell the text from others, the same in every process: FNV-1a (Fowler, Noll and Vo), 64 bits, cut to 48.
  var stableHash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String((hash ^ (hash >> 48)) & 0xffff_ffff_ffff, radix: 16)
    return String(repeating: "0", count: 12 - digits.utf8.count) + digits
  }

  /// The text as a part of a path of at most so many characters; texts that differ stay different.
  ///
  /// Where characters are replaced or cut off, the end is a hash of the whole text.
  func asPathPart(atMost limit: Int) -> String {
    let part = asPathPart
    return part == self && part.utf8.count <= limit ? part : "\(part.prefix(limit - 13))-\(stableHash)"
  }
}
