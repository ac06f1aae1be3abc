/// An issue on its way to the result of a test: of the author's code, of a step, or of this library itself.
struct TestIssue: Sendable {
  private(set) var message: String
  let place: String
  /// The path of the file and the line: two files may have one name.
  private let line: String
  /// Tells the issue from others; the key of a step's failure leaves out measured times.
  private(set) var key: String
  /// What the line of an assertion said in each of the innermost attempts, by the numbers of step and attempt.
  fileprivate var texts: [[Int]: String] = [:]
  /// The causes of the failure of a step.
  let causes: [FailureCause]
  /// True for the failure of a step, and for an issue that a step has withheld before.
  private(set) var isOwn = false
  /// True for a report of a recovery or of a misuse; it is never withheld, and nothing is run again for it.
  let isGate: Bool
  /// True if the issue is in the result nevertheless: it failed an attempt without being kept out.
  private(set) var isInResult = false
  /// True if it struck in each attempt of its step.
  fileprivate(set) var isOfEachAttempt = false
  private var note = ""
  /// True once it fails a test, or a place around keeps it.
  private var isTaken = Locked(false)
  /// Hands it to the framework of the test, with these words.
  private let record: @Sendable (_ message: String) -> Void

  /// The issue that this library hands to the framework of the test at the moment.
  @TaskLocal static var recorded: TestIssue?

  init(
    message: String,
    place: String,
    path: String? = nil,
    key: String? = nil,
    causes: [FailureCause] = [],
    isGate: Bool = false,
    isOfLine: Bool = false,
    record: @escaping @Sendable (_ message: String) -> Void
  ) {
    (self.message, self.place, self.causes, self.isGate, self.record) = (message, place, causes, isGate, record)
    line = path ?? place
    self.key = key ?? "\(line): \(Self.trimmed(message.onOneLine))"
    if isOfLine, let attempt = StepContext.current {
      texts = [[attempt.step.id.number, attempt.attempt.number]: Self.trimmed(message)]
    }
  }

  var text: String { "\(place): \(Self.trimmed(message.onOneLine))" }

  /// XCTest ends the message of an assertion without a text of its own in " - ".
  private static func trimmed(_ message: String) -> String {
    String(message.reversed().drop { $0 == " " || $0 == "-" }.reversed())
  }

  /// True if the failure of a step around can stand for it.
  var isFailureOfStep: Bool { !isInResult && !causes.isEmpty }

  var inResult: TestIssue {
    var issue = self
    issue.isInResult = true
    return issue
  }

  /// True if both are of one line in different attempts, in which it may have said something else.
  fileprivate func isRepeated(by other: TestIssue) -> Bool {
    line == other.line && !texts.isEmpty && !other.texts.isEmpty && !other.texts.keys.contains { texts[$0] != nil }
  }

  /// - Parameter numbers: Those of the note.
  fileprivate func noting(_ note: String, _ numbers: [Int]) -> TestIssue {
    var issue = self
    issue.note = note
    let texts = textsInOrder
    guard let first = texts.first else { return issue }
    // Inner steps had more attempts.
    if texts.count > numbers.count { (issue.message, issue.note) = (first, " (\(texts.count) attempts)") }
    guard let other = texts.last(where: { $0 != first }) else { return issue }
    let label = other == texts.last ? "last" : "also"
    (issue.message, issue.note) = (first, "\(issue.note); \(label): \(other.onOneLine)")
    return issue
  }

  private var textsInOrder: [String] { texts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value) }

  /// What its line says, first and last, with the place; empty if that is too long for a part of a failure.
  var words: [String] {
    let texts = textsInOrder
    let shown = [texts.first, texts.last { $0 != texts.first }].compactMap { $0 }
    if shown.contains(where: { $0.isLonger(than: 500) || $0.contains(where: \.isNewline) }) { return [] }
    return shown.map { "\(place): \($0)" }
  }

  /// True if the failure of its step with these words says all that the issue says.
  func isSaid(in other: Set<String>) -> Bool { isOfEachAttempt && !words.isEmpty && other.isSuperset(of: words) }

  func take() { isTaken.withLock { $0 = true } }

  /// Records the issue, for what is around the step that it is of, or that has withheld it.
  ///
  /// In XCTest the test decides about it before. In Swift Testing a `withKnownIssue` of the author may come first.
  ///
  /// - Returns: False if the author expects it: it fails no test, and no place keeps it.
  @discardableResult
  func report(in test: RunningTest?) -> Bool {
    var issue = self
    (issue.message, issue.note) = (message + note, "")
    (issue.isOwn, issue.isTaken) = (true, Locked(false))
    if let test, test.testCase != nil, test.withholds, test.decide(about: issue) { return true }
    let failuresBefore = Self.failuresInXCTest
    Self.$recorded.withValue(issue) { record(issue.message) }
    let isInXCTest = Self.failuresInXCTest != failuresBefore
    if isInXCTest { issue.tellThatTestFailed() }
    return issue.isTaken.withLock { $0 } || isInXCTest
  }

  /// The last step on each way out is the one that failed.
  func tellThatTestFailed() {
    guard let step = causes.last?.wayOut.last, !isGate else { return }
    World.current.emit(RetryEvent(.testFailed(by: step), ofTest: RunningTest.identity(of: nil)))
  }

  private static var failuresInXCTest: Int { RunningTest.current?.failures ?? 0 }
}

extension [StepContext] {
  /// Hands out the distinct issues of the attempts of one step, each with the numbers of its attempts.
  func takeDistinct(ofAttempts attempts: Int) -> [TestIssue] {
    guard let step = first?.step.shortName else { return [] }
    let issues = flatMap { context in context.takeIssues().map { (issue: $0, number: context.attempt.number) } }
    return issues.distinct("attempt", of: step, of: attempts)
  }
}

extension [(issue: TestIssue, number: Int)] {
  /// The distinct issues that are not in the result already, with the numbers of the attempts that they struck in.
  ///
  /// What a line says in different attempts is one issue; what it says in a single one are several.
  func distinct(_ noun: String, of part: String, of count: Int) -> [TestIssue] {
    let recorded = Set(lazy.filter(\.issue.isInResult).map(\.issue.key))
    var all: [(issue: TestIssue, numbers: [Int])] = []
    var positions: [String: Int] = [:]
    for (issue, number) in self where !recorded.contains(issue.key) {
      let known = positions[issue.key] ?? all.firstIndex { $0.issue.isRepeated(by: issue) } ?? all.count
      positions[issue.key] = known
      if known == all.count { all.append((issue, [])) }
      all[known].issue.texts.merge(issue.texts) { first, _ in first }
      if all[known].numbers.last != number { all[known].numbers.append(number) }
    }
    return all.map { issue, numbers in
      var issue = issue
      issue.isOfEachAttempt = numbers.count == count
      return issue.noting(count == 1 ? "" : " (\(numbers.counted(noun)) of \(part))", numbers)
    }
  }
}

extension [Int] {
  /// The noun with these numbers: `attempt 2`, `attempts 1, 2 and 4`; long lists are cut.
  func counted(_ noun: String) -> String {
    let most = 5
    var numbers = prefix(count > most ? most - 1 : most).map { "\($0)" }
    if count > most { numbers.append("\(count - most + 1) more") }
    guard let last = numbers.last, numbers.count > 1 else { return "\(noun) \(first ?? 0)" }
    return "\(noun)s \(numbers.dropLast().joined(separator: ", ")) and \(last)"
  }
}
