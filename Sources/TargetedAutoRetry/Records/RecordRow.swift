// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The properties of a row are spelled as its keys.

internal import Foundation

/// A row of the records, whose properties are its keys.
protocol RecordRow {
  /// Its number in the file.
  var seq: Int { get set }

  func json(by process: RecordingProcess) throws -> Data
}

extension RecordRow where Self: Encodable {
  func json(by process: RecordingProcess) throws -> Data { try JSONEncoder.ofRows.encode(self) }
}

extension RecordRow {
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
  /// The texts, as many as fit into one text of a row.
  var inRow: String {
    reduce("") { $0.utf8.count + $1.utf8.count >= String.mostInRow ? $0 : $0.isEmpty ? $1 : "\($0) \($1)" }
  }
}

extension CallSite {
  var lineInRow: Int { Int(clamping: line) }
}

/// The row of a step that begins, or of a run of a test; it has no key without a value.
struct BeginRow: RecordRow, Encodable {
  let kind = "begin"
  let unit: String
  let step_id: String
  let parent_step_id: String?
  var seq = 0
  let framework: String?
  let test_name: String?
  let suite: String?
  let action: String
  let file: String?
  let line: Int?
  /// The number of the run.
  let attempt: Int?
  let start_ms: Int64

  init(_ event: RetryEvent, at now: Duration, by process: RecordingProcess) {
    unit = event.step.map { $0.isWait ? "wait" : "step" } ?? "test"
    step_id = process.name(of: event.id)
    parent_step_id = event.parentID.map(process.name)
    framework = event.test?.framework.rawValue
    test_name = event.test?.function.inRow.ifAny
    suite = event.test?.suite.inRow.ifAny
    action = event.name.inRow
    file = event.callSite?.pathInRepository.inRow.ifAny
    line = event.callSite.map(\.lineInRow).flatMap { $0 == 0 ? nil : $0 }
    if case .ofFeature(let added) = event.kind, case .runBegins(let number) = added.progress {
      attempt = number
    } else {
      attempt = nil
    }
    start_ms = process.time(at: now)
  }

  func json(by process: RecordingProcess) throws -> Data {
    try [process.jsonOfBegin.get(), JSONEncoder.ofRows.encode(self)].merged
  }
}

extension String {
  fileprivate var ifAny: String? { isEmpty ? nil : self }
}

/// The row of the end of the tests, or of the process; it has no key without a value.
struct EndRow: RecordRow, Encodable {
  let v = 1
  let kind = "end"
  let run_id: String
  var seq = 0
  /// The step whose code ended the process; 0 if the tests had finished.
  let step_id: String
  let open_steps: String?
  let start_ms: Int64

  init(in step: StepID?, open: [StepID], at now: Duration, by process: RecordingProcess) {
    run_id = process.keys.run_id
    step_id = process.name(of: step ?? .none)
    open_steps = open.isEmpty ? nil : open.map(process.name).joined(separator: " ").inRow
    start_ms = process.time(at: now)
  }
}
