extension String {
  /// The text as a path component that is safe on any file system.
  var asPathPart: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
  }

  /// The text as a path component of at most that many characters; different texts stay different.
  ///
  /// If characters are replaced or cut off, the end is a hash of the whole text.
  func asPathPart(atMost limit: Int) -> String {
    let part = asPathPart
    return part == self && part.utf8.count <= limit ? part : "\(part.prefix(limit - 13))-\(StableHash.of(self))"
  }
}
