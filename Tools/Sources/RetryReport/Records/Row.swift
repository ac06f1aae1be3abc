/// A row in a box, because copies of its many texts would take longer than reading them.
@dynamicMemberLookup
struct Row: Equatable, Sendable {
  static let newestVersion = 1

  private final class Box: Sendable {
    let fields: RowFields

    init(_ fields: consuming RowFields) { self.fields = fields }
  }

  private var box: Box

  init(_ fields: consuming RowFields) { box = Box(fields) }

  var fields: RowFields { box.fields }

  subscript<Value>(dynamicMember key: WritableKeyPath<RowFields, Value>) -> Value {
    get { box.fields[keyPath: key] }
    set {
      var fields = box.fields
      fields[keyPath: key] = newValue
      box = Box(fields)
    }
  }

  subscript<Value>(dynamicMember key: KeyPath<RowFields, Value>) -> Value { box.fields[keyPath: key] }

  static func == (left: Row, right: Row) -> Bool { left.box.fields == right.box.fields }
}

extension RowFields {
  var attachments: [Attachment] { Attachment.all(in: attachmentPaths, folder: folder) }
  /// Such as `ShopTests.SearchTests/testSearch`.
  var test: String { suite.isEmpty ? testName : "\(suite)/\(testName)" }
  /// The test with its arguments, which tell the cases of a parameterized test apart.
  var testCase: String { arguments.isEmpty ? test : "\(test), arguments: \(arguments)" }
  var place: Place { Place(file: file, line: line) }
  var key: ActionKey { ActionKey(unit: subject, action: action) }
  var endMs: Int64 { startMs &+ durationMs }
  /// The time spent waiting for the condition, which is at the end of an attempt, in milliseconds.
  var waitedMs: Int64 { subject == .wait ? durationMs : waitMs }
  /// The message, preceded by the caller at which the step fails if that is another place.
  var message: String {
    if callerFile.isEmpty { return errorMessage.without(place).labellingPlace }
    let caller = Place(file: callerFile, line: callerLine)
    return "called from \(caller.shortText): \(errorMessage.without(place).without(caller).labellingPlace)"
  }
  var process: Substring { stepID.processOfStep }
  var isOutermost: Bool { parentStepID.isEmpty }
  /// Whether it shows that its test did not pass: its process died, or its last allowed run failed.
  var cannotHavePassed: Bool { outcome == .died || subject == .test && outcome.isFailure }
  /// Whether it counts in the figures of steps and tests.
  var isOfStep: Bool { subject != .wait && (kind == .step || kind == .attempt) }
  /// Whether a step did not pass at its first attempt; that of one in which the process died has no cause.
  var hasFailedFirst: Bool { [.died, .recovered].contains(outcome) || !cause.isEmpty }
  /// Whether a step recovered, or failed or reached its time limit although it had retries.
  var wasRetried: Bool { outcome == .recovered || ([.exhausted, .timedOut].contains(outcome) && maxAttempts > 1) }
  /// Why a step or a wait ended early, unless its cause says it; empty in the row of a test, whose `reason` is documented.
  var endReason: String {
    if subject == .test || stoppedBy.isEmpty { return "" }
    return outcome.isNeutral || !reason.contains(errorMessage) ? reason : ""
  }
  /// Whether no number is negative, no count exceeds two billion, no time exceeds a million years, and no step is a wait; and
  /// whether it passed at its first attempt without a cause, and had no more attempts than it was allowed.
  var isPlausible: Bool {
    let longest: Int64 = 1 << 55
    let most = Int(Int32.max)
    return [line, attempt, resets].allSatisfy { (0...most).contains($0) } && maxAttempts >= 0
      && version > 0 && (subject != .wait || ![.step, .attempt].contains(kind))
      && [startMs, durationMs, waitMs, taxMs].allSatisfy { (0...longest).contains($0) }
      && (maxAttempts == 0 || attempt <= maxAttempts) && (outcome != .passed || attempt == 1 && cause.isEmpty)
  }
  /// Whether an attempt, or the first one of a step, succeeded and counts as failed, to prove that the reset steps work.
  var isForced: Bool { cause == "rehearsal" }
  /// Whether a step recovered from a forced failure; if it did not, its later attempts failed too.
  var isRehearsed: Bool { isForced && outcome == .recovered }
}

extension String {
  /// The text without a place that precedes it already.
  fileprivate func without(_ place: Place) -> String {
    let start = "\(place.shortText): "
    return hasPrefix(start) ? String(dropFirst(start.count)) : self
  }

  /// The text with the place at its start, if there is one, marked as that of the failure; the step's comes before it.
  fileprivate var labellingPlace: String {
    guard let end = firstRange(of: ": ")?.lowerBound, let colon = self[..<end].lastIndex(of: ":") else { return self }
    let line = self[index(after: colon)..<end]
    let isPlace = self[..<colon].hasSuffix(".swift") && !self[..<colon].contains(" ") && Int(line) != nil
    return isPlace ? "at \(self)" : self
  }

  /// The process in the id of a step, such as `9f2c01ab77d4` of `9f2c01ab77d4-s7`.
  var processOfStep: Substring { self[..<(utf8.lastIndex(of: UInt8(ascii: "-")) ?? startIndex)] }
}
