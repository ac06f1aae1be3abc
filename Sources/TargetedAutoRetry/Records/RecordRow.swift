internal import Foundation

/// A row of the records, whose properties are its keys.
protocol RecordRow: Encodable {
  /// Its number in the file.
  var seq: Int { get set }

  func json(by process: RecordingProcess) throws -> Data
}

extension RecordRow {
  func json(by process: RecordingProcess) throws -> Data { try JSONEncoder.ofRows.encode(self) }

  /// The row between line breaks, of which the first one ends a torn line before it.
  func line(by process: RecordingProcess) throws -> Data {
    var line = Data("\n".utf8)
    try line.append(json(by: process))
    line.append(UInt8(ascii: "\n"))
    return line
  }
}

extension [Data] {
  /// One JSON object with the keys of all these objects.
  var merged: Data {
    var object = Data()
    for next in self {
      // The brace at its end becomes a comma.
      if !object.isEmpty { object[object.endIndex - 1] = UInt8(ascii: ",") }
      object += object.isEmpty ? next : next.dropFirst()
    }
    return object
  }
}

extension JSONEncoder {
  static let ofRows: JSONEncoder = {
    let encoder = JSONEncoder()
    // Sorted keys would make encoding half as slow again.
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }()
}

extension String {
  fileprivate static let mostInRow = 1024

  /// The text, cut if it is longer than a text in a row may be.
  var inRow: String {
    let (limit, ellipsis) = (Self.mostInRow, "…")
    if utf8.count <= limit { return self }
    // A character that crosses the limit is left out.
    return String(unicodeScalars[..<utf8.index(startIndex, offsetBy: limit - ellipsis.utf8.count)]) + ellipsis
  }
}

extension [String] {
  /// As many of them as a text in a row has room for.
  var inRow: String {
    reduce("") { $0.utf8.count + $1.utf8.count >= String.mostInRow ? $0 : $0.isEmpty ? $1 : "\($0) \($1)" }
  }
}

extension CallSite {
  var lineInRow: Int { Int(clamping: line) }
}
