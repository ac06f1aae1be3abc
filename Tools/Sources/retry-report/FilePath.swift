import ArgumentParser
import Foundation
import RetryReport

/// A path as users type it.
enum FilePath {
  /// Refuses an empty path, because it would mean the current folder.
  static func parse(_ text: String) throws -> String {
    if text.isEmpty { throw ValidationError("a path is empty, perhaps because a variable is not set.") }
    if let dash = text.first, "–—".contains(dash) {
      throw ValidationError("\(text) begins with a long dash: write --\(text.drop { $0 == dash || $0 == "-" }).")
    }
    if text.isVariable, !FileManager.default.fileExists(atPath: text) {
      throw ValidationError("\(text) is not a path: \(String.notReplaced)")
    }
    if isValue(text), !FileManager.default.fileExists(atPath: text) {
      throw ValidationError("an option such as --fail-on-new-cause takes no value: remove \(text).")
    }
    return text
  }

  /// Whether a word is perhaps the value of a flag, and not a path.
  static func isValue(_ text: String) -> Bool { ["true", "false", "yes", "no", "1", "0"].contains(text.lowercased()) }

  /// Refuses to write a file that is read too, or that is written twice.
  static func refuse(_ outputs: [String], of inputs: [String]) throws(CommandFailure) {
    var taken = Set(inputs.map(\.withoutLinks))
    for path in outputs where !taken.insert(path.withoutLinks).inserted {
      throw CommandFailure(
        "\(path.printable) is both read and written, or written twice, so its contents would be lost. Name another file."
      )
    }
  }
}

extension String {
  /// Whether the text begins with a variable, as a shell or a CI system replaces them.
  var isVariable: Bool { starts(with: /\$[({A-Za-z_]/) }

  static let notReplaced = "the variable in it was not replaced. Single quotes prevent that."

  /// The path as a person finds the file from any folder.
  var absolutePath: String { URL(fileURLWithPath: self).path }

  /// Whether it is a symbolic link, even to nothing.
  var isLink: Bool { (try? FileManager.default.destinationOfSymbolicLink(atPath: self)) != nil }

  var isFolder: Bool { realPath.fileType == .typeDirectory }

  /// The one path of a file that has several, even if there is no such file yet.
  var withoutLinks: String {
    var status = stat()
    let isLoop = stat(self, &status) != 0 && errno == ELOOP
    let file = URL(fileURLWithPath: isLoop ? self : target)
    let folder = URL(fileURLWithPath: file.deletingLastPathComponent().path.realPath)
    return folder.appendingPathComponent(file.lastPathComponent).standardizedFileURL.path
  }
}
