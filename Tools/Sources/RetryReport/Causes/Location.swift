/// A URL or a path.
struct Location {
  /// Folders that hold others, which have other names on each machine.
  private static let roots: Set<String> = .words(
    """
    __t __w agent app Applications azp bin bitrise builds dev etc github go home jenkins lib Library media mnt opt
    private proc root run runner sdcard srv storage sys System tmp Users usr var Volumes work workspace workspaces
    """
  )

  let pieces: [Piece]

  init?(_ bytes: Bytes) {
    if let url = Self.url(bytes) {
      pieces = url
    } else if let path = Self.path(bytes) {
      pieces = path
    } else {
      return nil
    }
  }

  private static func url(_ bytes: Bytes) -> [Piece]? {
    guard let colon = bytes.first(":"), bytes[colon...].starts("://"), colon > bytes.startIndex else { return nil }
    let rest = bytes[(colon + 3)...]
    let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    let path = rest[end...].prefix { $0 != UInt8(ascii: "?") }
    return [Piece(.path, "\(bytes[..<colon].text)://\(host(rest[..<end]))\(segments(path))")]
  }

  /// `shop.example`, without a user, and without a port that says nothing.
  private static func host(_ bytes: Bytes) -> String {
    let host = bytes.parts(by: "@")[...].last ?? bytes
    let name = host.prefix { $0 != UInt8(ascii: ":") }
    return Host(host)?.text ?? Stretch(bytes: name, follows: "").pieces.text
  }

  private static func path(_ bytes: Bytes) -> [Piece]? {
    if bytes.has("\\") { return windowsPath(bytes) }
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    let parts = bytes.parts(by: "/")
    guard roots.contains(parts[1].text), parts.count > 2 else {
      return [Piece(.path, segments(bytes))]
    }
    return [Piece(.path, "<path>/")] + file(parts[parts.count - 1])
  }

  /// `C:\agent\work\cart.json`.
  private static func windowsPath(_ bytes: Bytes) -> [Piece]? {
    let isDrive = bytes.dropFirst().starts(":\\") && bytes.prefix(1).isWord
    guard isDrive, let last = bytes.parts(by: "\\").last else { return nil }
    return [Piece(.path, "<path>/")] + file(last)
  }

  /// The name of a file; one that was made up for the moment is an id.
  private static func file(_ name: Bytes) -> [Piece] {
    if let last = name.parts(by: ".").last, last.isFilledTemplate, last.count < name.count {
      return file(name.dropLast(last.count + 1)) + [Piece(.sign, "."), Piece(.number, last.text)]
    }
    let stem = name.prefix { $0 != UInt8(ascii: ".") }
    let isTemporary = name.starts("tmp") && stem.count > 6
    guard isTemporary else { return name.isEmpty ? [] : Stretch(bytes: name, follows: "/").pieces }
    return [Piece(.number, stem.text), Piece(.other, name[stem.endIndex...].text)]
  }

  private static func segments(_ path: Bytes) -> String {
    path.parts(by: "/").map { segment in
      if segment.isEmpty { return "" }
      let pieces = Stretch(bytes: segment, follows: "/").pieces
      return isSlug(pieces) ? "<slug>" : Array(pieces.text.utf8)[...].foldingNumbers(from: 1)
    }.joined(separator: "/")
  }

  /// `blue-kettle-4711`: words and an id.
  private static func isSlug(_ pieces: [Piece]) -> Bool {
    let words = pieces.count { $0.sort == .word }
    guard pieces.count(where: { $0.isSign("-") }) >= 2 else { return false }
    return words > 1 && pieces.last?.sort == .number
  }
}

extension Bytes {
  /// True for `k3XyZq`: the `XXXXXX` of a name that `mkdtemp` makes.
  fileprivate var isFilledTemplate: Bool {
    count == 6 && hasLower && hasUpper && allSatisfy(\.isAlphanumeric) && camelLengths.count > 2
  }
}
