internal import Foundation

/// The owners of files, as a repository's CODEOWNERS file names them.
///
/// GitHub, GitLab and Bitbucket read patterns like those of `.gitignore`: the last pattern that matches a file decides.
public struct CodeOwners: Sendable {
  /// The places where GitHub and GitLab look for the file, in their order.
  private static let places = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"]
  private static let longest = 1 << 20

  /// The rules, in reverse order, because the last matching rule decides.
  private let rules: [(pattern: String, owners: String)]

  public init(_ text: String = "") {
    rules = text.split(whereSeparator: \.isNewline).reversed().compactMap { line in
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      // The sections of GitLab are in brackets, and a pattern with "!" is not supported there or on GitHub.
      guard let pattern = words.first, pattern != "/", !["[", "!"].contains(pattern.prefix(1)) else { return nil }
      return (pattern, words.dropFirst().joined(separator: " "))
    }
  }

  /// Reads the file of the repository that contains a folder, if it has one.
  ///
  /// - Parameter folder: The folder; `nil` for the current one.
  public static func ofRepository(around folder: String? = nil) -> CodeOwners {
    let files = FileManager.default
    var root = folder ?? files.currentDirectoryPath
    while !root.isEmpty, root != "/", !files.fileExists(atPath: "\(root)/.git") { root = root.folder }
    for place in places {
      guard let data = files.contents(atPath: "\(root)/\(place)"), data.count < longest else { continue }
      return CodeOwners(String(decoding: data, as: UTF8.self))
    }
    return CodeOwners()
  }

  /// Such as `@shop/search`; `nil` if nobody owns the file.
  func owners(of file: String) -> String? {
    let owners = rules.first { Self.matches($0.pattern, file) }?.owners
    return owners?.isEmpty == false ? owners : nil
  }

  /// Whether a pattern matches a file or a folder around it.
  private static func matches(_ pattern: String, _ file: String) -> Bool {
    // A slash at the start or in the middle binds the pattern to the top of the repository.
    let isBound = pattern.dropLast().contains("/")
    let parts = pattern.split(separator: "/").map(String.init)
    let names = file.split(separator: "/").map(String.init)
    // `docs/*` matches the files of a folder, but not those of its folders.
    let isDeep = pattern.hasSuffix("/") || parts.last != "*" || parts.count == 1
    let starts = isBound ? 0...0 : 0...max(0, names.count - 1)
    return starts.contains { start in
      let isFolder = pattern.hasSuffix("/")
      return (start...names.count).contains { end in
        if end == names.count ? isFolder : !isDeep { return false }
        return fits(parts[...], names[start..<end])
      }
    }
  }

  private static func fits(_ parts: ArraySlice<String>, _ names: ArraySlice<String>) -> Bool {
    guard let part = parts.first else { return names.isEmpty }
    if part == "**" {
      return fits(parts.dropFirst(), names) || (!names.isEmpty && fits(parts, names.dropFirst()))
    }
    guard let name = names.first, fnmatch(part, name, 0) == 0 else { return false }
    return fits(parts.dropFirst(), names.dropFirst())
  }
}
