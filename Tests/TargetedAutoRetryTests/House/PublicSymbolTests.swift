// Compilers spell declarations differently, so the test runs with one version only.
#if os(Linux) && compiler(>=6.3) && !compiler(>=6.4)
  import Foundation
  import Testing

  /// `Docs/PublicSymbols.md` lists every public symbol under a reason, and nothing else.
  ///
  /// `UPDATE_PUBLIC_SYMBOLS=1 swift test --filter PublicSymbolTests` writes the lists anew and keeps the reasons.
  @Suite struct PublicSymbolTests {
    private static let noReason = "No reason yet."
    private static let url = Repository.url("Docs/PublicSymbols.md")

    @Test func `every public symbol is listed, with a reason`() async throws {
      let page = try Page(String(contentsOf: Self.url, encoding: .utf8))
      let found = try await Self.declarations()
      #expect(found.count > 10)
      if ProcessInfo.processInfo.environment["UPDATE_PUBLIC_SYMBOLS"] == "1" {
        try Data(page.text(with: found).utf8).write(to: Self.url)
        return
      }
      for name in Set(found.keys).union(page.sections.keys).sorted() {
        let (symbols, section) = (found[name] ?? [], page.sections[name])
        #expect(symbols.subtracting(section?.declarations ?? []) == [], "public, and not listed")
        #expect((section?.declarations ?? []).subtracting(symbols) == [], "listed, and not public")
        #expect(![nil, "", Self.noReason].contains(section?.reason), "\(name) has no reason to be public")
      }
    }

    private struct Page {
      struct Section {
        let reason: String
        let declarations: Set<String>
      }

      let head: String
      let sections: [String: Section]

      init(_ text: String) {
        let parts = text.components(separatedBy: "\n## ")
        head = parts[0]
        let sections = parts.dropFirst().map { part in
          let blocks = part.components(separatedBy: "\n```\n")
          let (heading, reason) = (part.prefix { $0 != "\n" }, blocks[0].drop { $0 != "\n" })
          return (
            String(heading.dropFirst().dropLast()),
            Section(
              reason: reason.trimmingCharacters(in: .newlines),
              declarations: Set((blocks.dropFirst().first ?? "").components(separatedBy: "\n"))
            )
          )
        }
        self.sections = Dictionary(sections) { first, _ in first }
      }

      func text(with found: [String: Set<String>]) -> String {
        let names = found.keys.sorted { $0.lowercased() < $1.lowercased() }
        return names.reduce(head.trimmingCharacters(in: .newlines) + "\n") { text, name in
          text + "\n## `\(name)`\n\n\(sections[name]?.reason ?? noReason)\n\n```\n"
            + (found[name] ?? []).sorted().joined(separator: "\n") + "\n```\n"
        }
      }
    }

    private struct Graph: Decodable {
      struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Fragment: Decodable { let spelling: String }

        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]
      }

      let symbols: [Symbol]
    }

    /// The declarations of each name on the top level, from the module that is linked into these tests.
    private static func declarations() async throws -> [String: Set<String>] {
      let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      return try await withTemporaryFolder { folder in
        let extraction = try await ChildProcess(
          arguments: [
            "swift-symbolgraph-extract", "-module-name", "TargetedAutoRetry", "-output-dir", folder.path,
            "-I", build.appendingPathComponent("Modules").path, "-target", target(),
            "-minimum-access-level", "public", "-skip-synthesized-members", "-emit-extension-block-symbols",
          ]
        ).run()
        try #require(extraction.exitCode == 0, "\(extraction.output)")
        var found: [String: Set<String>] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
          for symbol in try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)).symbols
          where !symbol.identifier.precise.contains("::SYNTHESIZED::") {
            let path = symbol.pathComponents
            let text = symbol.declarationFragments.map(\.spelling).joined()
              .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let outer = path.dropLast().joined(separator: ".")
            found[String(path[0].prefix { $0 != "(" }), default: []].insert(outer.isEmpty ? text : "\(outer): \(text)")
          }
        }
        return found
      }
    }

    private static func target() -> String {
      #if arch(arm64)
        "aarch64-unknown-linux-gnu"
      #else
        "x86_64-unknown-linux-gnu"
      #endif
    }
  }
#endif
