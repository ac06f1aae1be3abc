import Foundation
import Seeds
import Testing

@testable import RetryReport

/// The fast reader of lines, compared with `JSONDecoder`.
@Suite struct FlatLineTests {
  private static let row =
    #"{"v":1,"kind":"step","unit":"step","step_id":"p-s1","parent_step_id":"","run_id":"nightly-1","seq":1,"line":24,"#
    + #""test_name":"testSearch","suite":"ShopTests.SearchTests","action":"Sign In","cause":"error","tax_ms":0,"#
    + #""error_message":"The \"cart\" is empty.","start_ms":1796378400000,"new_key":"a newer minor version"}"#

  /// Values, and parts of lines that are no JSON, or not such as the library writes it.
  private static let tokens = [
    "null", "true", "-1", "0", "-0", "01", "1.0", "1e3", "1E400", "9223372036854775807", "9223372036854775808",
    "999999999999999999", "12345678901234567890123", "NaN", "0x1F", "1_000", "'a'", "\"\"", "\"é\"", "\"e\u{301}\"",
    "\"\u{0}\"", "\"\u{1F}\"", "\"\u{7F}\"", "\"\t\"", "\"\\t\"", "\"\\u0041\"", "\"\\ud83d\\ude48\"", "\"\\ud800\"",
    "\"\\/\"", "\"\\x\"", "\"\\", "\"\u{FEFF}\"", "\u{FEFF}", "{}", "[]", "[1]", "{\"v\":2}", "[[[[[[[[", ",", ",,",
    ":",
    "}", "{", " ", "\r", "\t", "\u{A0}", "\"v\":2,", "\"v\":\"1\",", "\"\\u0076\":2,", "\"kind\":\"wait\",",
    "\"seq\":2,", "\"action\":7,", "\"line\":\"7\",", "//", "/**/", "\"a\":", "\"step_id\":null,",
  ].map { Array($0.utf8) }

  /// A line with some changes: parts are replaced, and bytes are changed, inserted and removed.
  private static func changed(_ random: inout SeededGenerator) -> [UInt8] {
    var line = Array(row.utf8)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let place = Int.random(in: 0...line.count, using: &random)
      let token = tokens.randomElement(using: &random) ?? []
      // From after a colon or a comma on, or anywhere.
      let start = line[..<place].lastIndex { ":,".utf8.contains($0) }.map { $0 + 1 } ?? place
      let end = line[start...].firstIndex { ",}".utf8.contains($0) } ?? line.count
      switch Int.random(in: 0..<6, using: &random) {
      case 0: line.replaceSubrange(start..<end, with: token)
      case 1: line.insert(contentsOf: token, at: start)
      case 2: line.insert(contentsOf: token, at: place)
      case 3 where place < line.count: line[place] = UInt8.random(in: 0...255, using: &random)
      case 4 where place < line.count: line.remove(at: place)
      default: line.removeSubrange(place..<min(line.count, place + Int.random(in: 0..<40, using: &random)))
      }
    }
    return line
  }

  private static func fastRow(_ line: [UInt8]) -> RowFields? {
    line.withUnsafeBytes { bytes in
      var flat = FlatLine(in: bytes)
      return flat.read(0..<line.count) ? try? RowFields(flat) : nil
    }
  }

  private static func row(_ line: [UInt8]) -> RowFields? {
    let values = try? JSONDecoder().decode([String: FlatLine.Value].self, from: Data(line))
    return values.flatMap(FlatLine.init).flatMap { try? RowFields($0) }
  }

  @Test func `a line that is read fast has the row that JSONDecoder reads`() {
    var random = SeededGenerator(seed: 65)
    var fast = 0
    for _ in 0..<20_000 {
      let line = Self.changed(&random)
      guard let row = Self.fastRow(line) else { continue }
      fast += 1
      if row != Self.row(line) { Issue.record("\(String(decoding: line, as: UTF8.self))") }
    }
    #expect(fast > 5_000)
  }

  @Test func `rows of the library are read fast, whatever their key order`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(Self.row.utf8))
    for options in [[], .sortedKeys, .withoutEscapingSlashes] as [JSONSerialization.WritingOptions] {
      let line = Array(try JSONSerialization.data(withJSONObject: object, options: options))
      #expect(Self.fastRow(line) == Self.row(Array(Self.row.utf8)))
    }
  }

  @Test(arguments: ["\"Sign\\u0020In\"", "\"Sign In\" "])
  func `the same row written in another way has the same digest`(action: String) {
    let other = Array(Self.row.replacing("\"Sign In\"", with: action).utf8)
    #expect(Self.row(other) == Self.fastRow(Array(Self.row.utf8)))
  }

  @Test(
    arguments: zip(["\"line\":24", "\"Sign In\"", "\"tax_ms\":0"], ["\"line\":25", "\"Sign in\"", "\"tax_ms\":1"])
  )
  func `a row with another value has another digest`(value: String, other: String) {
    let digests = [Self.row, Self.row.replacing(value, with: other)].map { Self.fastRow(Array($0.utf8))?.digest }
    #expect(digests[0] != digests[1])
  }
}
