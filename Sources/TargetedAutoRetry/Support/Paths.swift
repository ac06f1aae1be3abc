internal import Foundation

/// A hash of twelve digits, the same in every process.
enum StableHash {
  static func of(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes(digits) }

  static func of(_ text: String) -> String {
    var text = text
    return text.withUTF8 { digits(UnsafeRawBufferPointer($0)) }
  }

  /// It takes eight bytes at once, because it runs without optimization over the arguments of tests, which may be
  /// large.
  private static func digits(_ bytes: UnsafeRawBufferPointer) -> String {
    var hash = mixed(UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
      offset += 8
    }
    for byte in bytes[offset...] { hash = mixed(hash ^ UInt64(byte)) }
    let digits = String(hash >> 16, radix: 16)
    return String(repeating: "0", count: 12 - digits.utf8.count) + digits
  }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension String {
  /// The text as a path component of at most that many characters; different texts stay different.
  ///
  /// If characters are replaced or cut off, the end is a hash of the whole text.
  func asPathPart(atMost limit: Int) -> String {
    let part = asPathPart
    return part == self && part.utf8.count <= limit ? part : "\(part.prefix(limit - 13))-\(StableHash.of(self))"
  }
}

/// The working directory at the start of the process, as far as it is still known when tests run.
enum StartDirectory {
  /// The absolute path of a path relative to that directory.
  static func path(to path: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
    if path.hasPrefix("/") { return path }
    // A shell sets `PWD`, and tools that change the directory for their own purposes leave the variable alone.
    let folders = [environment["PWD"], FileManager.default.currentDirectoryPath].compactMap { $0 }
    let start = folders.first { $0.hasPrefix("/") && isDirectory($0) } ?? "/"
    return "\(start)/\(path)"
  }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }
}
