import Foundation
import Testing

@testable import RetryReport

/// The colors of the page, from its style sheet.
@Suite struct PageStyleTests {
  private static let css = String(decoding: PackageResources.page_css, as: UTF8.self)

  /// The variables of a scheme; the dark one changes those of the light one.
  private static func colors(isDark: Bool) -> [String: String] {
    let parts = css.components(separatedBy: "prefers-color-scheme: dark")
    func variables(_ text: String) -> [String: String] {
      let root = text.components(separatedBy: ":root {").dropFirst().first?.components(separatedBy: "}").first ?? ""
      return Dictionary(
        root.matches(of: /--([a-z-]+): (#[0-9a-f]+)/).map { (String($0.output.1), String($0.output.2)) }
      ) { $1 }
    }
    let light = variables(parts[0])
    return isDark ? light.merging(variables(parts[1])) { $1 } : light
  }

  /// The relative luminance, as WCAG 2 defines it.
  private static func luminance(_ color: String) throws -> Double {
    var digits = color.dropFirst()
    if digits.count == 3 { digits = Substring(digits.map { "\($0)\($0)" }.joined()) }
    let number = try #require(Int(digits, radix: 16))
    let channels = [16, 8, 0].map { shift in
      let value = Double(number >> shift & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }

  private static func contrast(_ one: String, _ other: String, _ colors: [String: String]) throws -> Double {
    let sorted = try [one, other].map { try luminance(try #require(colors[$0], "\($0)")) }.sorted()
    return (sorted[1] + 0.05) / (sorted[0] + 0.05)
  }

  @Test(arguments: [false, true]) func `text and bars have enough contrast in both schemes`(isDark: Bool) throws {
    let colors = Self.colors(isDark: isDark)
    let grounds = ["page", "panel"]
    var texts = grounds.flatMap { ground in
      ["text", "muted", "link", "bad", "flaky", "good"].map { ($0, ground, 4.5) }
        + ["good", "bad", "flaky", "muted", "link"].map { ($0, ground, 3) }
    }
    texts += ["gone", "gone-part", "new", "new-part"].map { ("text", $0, 4.5) }
    texts += [("bad", "gone", 4.5), ("good", "new", 4.5)]
    for (text, ground, least) in texts {
      let contrast = try Self.contrast(text, ground, colors)
      #expect(contrast >= least, "\(text) on \(ground): \(contrast)")
    }
  }

  @Test func `every color is a variable that both schemes define`() {
    let rules = Self.css.split(separator: "\n").filter { !$0.contains("--") || !$0.contains(": #") }
    #expect(rules.filter { $0.contains(/#[0-9a-f]{3,6}\b/) } == [])
    let unknown = Set(Self.css.matches(of: /var\(--([a-z-]+)\)/).map { String($0.output.1) })
      .subtracting(Self.colors(isDark: false).keys)
    #expect(unknown == [])
  }

  @Test func `headings, tables and landmarks of the page are accessible`() async throws {
    let page = HTMLFormat.render(try await Golden.full(), links: Golden.links, in: Golden.folder.path)
    let levels = page.matches(of: /<h([1-6])/).compactMap { Int($0.output.1) }
    #expect(levels.first == 1)
    #expect(levels.count { $0 == 1 } == 1)
    for (before, after) in zip(levels, levels.dropFirst()) { #expect(after <= before + 1) }
    #expect(page.matches(of: /<th(?! scope="(?:row|col)")[ >]/).isEmpty)
    for part in [
      "<html lang=\"en\">", "<title>1 failed · 3 flaky · main · 2 runs</title>", "<header>", "<main ",
    ] { #expect(page.contains(part)) }
    let names = page.matches(of: /\bid="([^"]+)"/).map { String($0.output.1) }
    #expect(Set(names).count == names.count)
    let targets = page.matches(of: /href="#([^"]+)"/).map { String($0.output.1) }
    #expect(targets.count > 8 && Set(targets).isSubset(of: names))
  }
}
