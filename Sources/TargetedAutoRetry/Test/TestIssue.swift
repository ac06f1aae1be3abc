/// An issue on its way to the result of a test: of the author's code, of a step, or of this library itself.
struct TestIssue: Sendable {
  private(set) var message: String
  let place: String
  /// Tells the issue from others; the key of a step's failure leaves out measured times.
  private(set) var key: String
  /// The causes of the failure of a step.
  let causes: [FailureCause]
  /// True for the failure of a step, and for an issue that a step has withheld before.
  private(set) var isOwn = false
  /// True for a report of a recovery or of a misuse; it is never withheld, and nothing is run again for it.
  let isGate: Bool
  /// True if the issue is in the result nevertheless: it failed an attempt without being kept out.
  private(set) var isInResult = false
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
    key: String? = nil,
    causes: [FailureCause] = [],
    isGate: Bool = false,
    record: @escaping @Sendable (_ message: String) -> Void
  ) {
    (self.message, self.place, self.causes, self.isGate, self.record) = (message, place, causes, isGate, record)
    self.key = ""
    self.key = key ?? text
  }

  /// XCTest ends the message of an assertion without a text of its own in " - ".
  var text: String {
    let message = message.onOneLine.reversed().drop { $0 == " " || $0 == "-" }.reversed()
    return "\(place): \(String(message))"
  }

  /// True if the failure of a step around can stand for it.
  var isFailureOfStep: Bool { !isInResult && !causes.isEmpty }

  var inResult: TestIssue {
    var issue = self
    issue.isInResult = true
    return issue
  }

  func noting(_ note: String) -> TestIssue {
    var issue = self
    issue.note = note
    return issue
  }

  func take() { isTaken.withLock { $0 = true } }

  /// Records the issue, for what is around the step that it is of, or that has withheld it.
  ///
  /// In XCTest the test decides about it before. In Swift Testing a `withKnownIssue` of the author may come first.
  ///
  /// - Returns: False if the author expects it: it fails no test, and no place keeps it.
  @discardableResult
  func report(in test: RunningTest?) -> Bool {
    var issue = self
    (issue.message, issue.key, issue.note) = (message + note, key + note, "")
    (issue.isOwn, issue.isTaken) = (true, Locked(false))
    if let test, test.testCase != nil, test.withholds, test.decide(about: issue) { return true }
    let failuresBefore = Self.failuresInXCTest
    Self.$recorded.withValue(issue) { record(issue.message) }
    return issue.isTaken.withLock { $0 } || Self.failuresInXCTest != failuresBefore
  }

  private static var failuresInXCTest: Int { RunningTest.current?.failures ?? 0 }
}

extension [StepContext] {
  /// Hands out the distinct issues of the attempts of one step, each with the numbers of its attempts.
  func takeDistinct(ofAttempts attempts: Int) -> [TestIssue] {
    guard let step = first?.step.name else { return [] }
    let issues = flatMap { context in context.takeIssues().map { (issue: $0, number: context.attempt.number) } }
    return issues.distinct { numbers in
      attempts == 1 ? "" : " (\(numbers.counted("attempt")) of \(step))"
    }
  }
}

extension [(issue: TestIssue, number: Int)] {
  /// The distinct issues that are not in the result already, with a note of the attempts that they struck in.
  func distinct(_ note: ([Int]) -> String) -> [TestIssue] {
    var numbers: [String: [Int]] = [:]
    var issues: [(key: String, issue: TestIssue)] = []
    var recorded: Set<String> = []
    for (issue, number) in self {
      let key = issue.key
      if issue.isInResult { recorded.insert(key) }
      if numbers[key] == nil { issues.append((key, issue)) }
      if numbers[key]?.last != number { numbers[key, default: []].append(number) }
    }
    return issues.filter { !recorded.contains($0.key) }
      .map { $0.issue.noting(note(numbers[$0.key] ?? [])) }
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
