import Foundation
import RegexBuilder
import Testing

/// Every folder of a module depends only on folders below it, in the order of the tables of its page.
///
/// It works with the names of declarations, so extensions of types of other folders are not seen.
@Suite struct ArchitectureTests {
  private struct Source {
    let path: String
    let lines: [String]
    /// The folder of the module, or `nil` for a file at its root.
    let folder: String?
    let words: Set<String>
    let declarations: Set<String>
  }

  @Test(
    arguments: [
      ("Sources/TargetedAutoRetry", "Docs/Architecture.md"), ("Tools/Sources/RetryReport", "Tools/README.md"),
    ]
  )
  func `each arrow between folders points down`(module: String, page: String) throws {
    let floors = try #require(Self.floors(in: page)[module])
    let sources = try Self.sources(of: module)
    #expect(Set(sources.compactMap(\.folder)) == Set(floors))
    // Nobody can use what is declared in Guesses, so a name of the core that stands there too is the core's.
    let declared = sources.filter { $0.folder != "Guesses" }.flatMap { source in
      source.declarations.map { ($0, source) }
    }
    // A name that several files declare is ignored.
    let owners = Dictionary(grouping: declared) { $0.0 }.compactMapValues { $0.count == 1 ? $0[0].1.folder : nil }
    for source in sources {
      guard let here = source.folder.flatMap(floors.firstIndex) else { continue }
      for word in source.words.intersection(owners.keys) {
        guard let owner = owners[word], let there = floors.firstIndex(of: owner) else { continue }
        #expect(there >= here, "\(source.path): \(word) is in \(owner), which is above")
      }
    }
  }

  // A line names a room by what the room declares, or by the words for it. Steps record failures, so the word "records"
  // counts only as a noun, after one of a few words.
  @Test(arguments: [
    ("Flaky", "flaky"),
    ("Records", #"\b(the|their|its|in|of|for|with|to|no) records\b|AUTO_RETRY_REPORT|EnvironmentVariable\.report\b"#),
  ])
  func `a room is named in at most twelve lines outside its folder`(room: String, words: String) throws {
    let sources = try Self.sources(of: "Sources/TargetedAutoRetry")
    let declarations = sources.filter { $0.folder == room }.flatMap(\.declarations)
    try #require(!declarations.isEmpty)
    // In text by default, `StepRow.file` is one word.
    let name = try Regex("\\b(\(declarations.joined(separator: "|")))\\b|\(words)").ignoresCase().wordBoundaryKind(
      .simple
    )
    let lines = sources.filter { $0.folder != room }.flatMap { source in
      source.lines.filter { $0.contains(name) }.map { "\(source.path): \($0)" }
    }
    #expect(lines.count <= 12, "\(lines.joined(separator: "\n"))")
  }

  /// The folders of each module, from the top to the bottom.
  private static func floors(in page: String) throws -> [String: [String]] {
    let page = try String(contentsOf: Repository.url(page), encoding: .utf8)
    var floors: [String: [String]] = [:]
    for section in page.components(separatedBy: "\n## ") {
      guard let module = section.firstMatch(of: /^[^\n]*`(\S+)`/) else { continue }
      floors[String(module.1)] = section.matches(of: /\n\| `(\w+)\/` \|/).map { String($0.1) }
    }
    return floors
  }

  private static func sources(of module: String) throws -> [Source] {
    let folder = Repository.url(module).path
    let paths = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      let whole = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      let text =
        whole
        .replacing(/\/\*(?s:.*?)\*\//, with: "")
        .replacing(/\/\/.*|"(?:\\.|[^"\\])*"/, with: "")
      let parts = path.split(separator: "/")
      return Source(
        path: path,
        lines: whole.split(separator: "\n").map(String.init),
        folder: parts.count > 1 ? String(parts[0]) : nil,
        words: Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)),
        declarations: declarations(in: text)
      )
    }
  }

  /// The names that are declared on the top level, except short ones.
  private static func declarations(in text: String) -> Set<String> {
    let attributes = /(?:@\w+(?:\([^)]*\))?\s+)*/
    let modifiers = /(?:(?:public|open|internal|package|fileprivate|private|final|indirect|nonisolated)\s+)*/
    let declaration = Regex {
      Anchor.startOfLine
      attributes
      modifiers
      /(?:struct|class|enum|actor|protocol|typealias|func)\s+(\w+)/
    }
    return Set(text.matches(of: declaration).map { String($0.output.1) }.filter { $0.count > 3 })
  }
}
