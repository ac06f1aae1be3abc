internal import Foundation

extension String {
  /// The text on one line, without commands to a terminal or to a CI service that reads the log.
  public var printable: String {
    let words = unicodeScalars.split { $0.properties.isWhitespace }
    return words.map(String.init).joined(separator: " ").withoutCommands
  }

  /// The line with the commands in it escaped, so that they are shown and not executed.
  ///
  /// Azure Pipelines, TeamCity and GitHub's runner execute `##vso[`, `##teamcity[` and `##[` anywhere in a line. GitHub's
  /// `::` and Buildkite's headings count at the start of a line. A terminal executes control characters.
  public var withoutCommands: String {
    let text = unicodeScalars.map { $0.isUnwritable ? $0.escaped(asASCII: true) : String($0) }.joined()
    // By scalar, because a mark that combines with a bracket changes nothing for a CI service.
    let command = /#(?=#[A-Za-z]*\[)/.matchingSemantics(.unicodeScalar)
    let line = text.utf8.contains(UInt8(ascii: "#")) ? text.replacing(command, with: "#\\") : text
    let start = line.unicodeScalars.firstIndex { !$0.properties.isWhitespace } ?? line.endIndex
    let rest = line.unicodeScalars[start...]
    let isHeading = Self.headings.contains {
      rest.starts(with: $0.unicodeScalars) && rest.dropFirst(3).first?.properties.isWhitespace != false
    }
    guard isHeading || rest.starts(with: "::".unicodeScalars) else { return line }
    return line[..<start] + "\\" + line[start...]
  }

  private static let headings = ["---", "+++", "~~~", "^^^"]

  /// The text in HTML and XML, in an element or in a quoted attribute.
  var escapedForMarkup: String {
    var escaped = ""
    var last: Unicode.Scalar = " "
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // Must not become a command of a CI service if the page is printed in a log.
      case "#" where last == "#", "\n": escaped += "&#\(scalar.value);"
      case "\t": escaped.unicodeScalars.append(scalar)
      // XML 1.0 has no way to write most of these.
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      case _ where scalar.properties.generalCategory == .control: escaped += "\u{FFFD}"
      case _ where scalar.isUnwritable: escaped += scalar.escaped(asASCII: true)
      default: escaped.unicodeScalars.append(scalar)
      }
      last = scalar
    }
    return escaped
  }

  /// The same JSON, without commands that a terminal or a CI service would execute.
  fileprivate var escapedInJSON: String {
    var last: Unicode.Scalar = " "
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "#" && last == "#" || scalar.isUnwritable && scalar != "\n" {
        text += "\\u" + String(format: "%04X", scalar.value)
      } else {
        text.unicodeScalars.append(scalar)
      }
      last = scalar
    }
  }
}

extension Encodable {
  /// The value as JSON for people and machines; equal values give equal text.
  package func sortedJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self).escapedInJSON + "\n"
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, a line break, or a mark that changes the direction of a text.
  fileprivate var isUnwritable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
