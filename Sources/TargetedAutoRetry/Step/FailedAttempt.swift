internal import Testing
internal import XCTest

/// A failed attempt, with its cause.
public struct FailedAttempt: Sendable {
  /// The reason why an attempt failed.
  public enum Cause: Sendable {
    /// The success condition was false or nil.
    case condition
    /// The main action or the condition threw.
    case error(any Error)
    /// A limit of the wait, the attempt or the step has cancelled what had run for that time.
    case timedOut(after: Duration)
    /// Assertions failed, or inner steps did: each issue as `File.swift:12: message`.
    case issues([String])
  }

  /// 1 for the first attempt of the step.
  public var number: Int { attempt.number }
  /// The number of retries that the policy still allows; a huge one if time alone bounds the step.
  public var retriesRemaining: Int { attempt.retriesRemaining }
  /// The reason why it failed.
  public let cause: Cause
  /// The innermost step in the attempt that did not succeed, if there is one; of several, the first that failed the
  /// attempt, or else the first.
  let innermostFailure: StepFailure?
  /// The time that the attempt took.
  public let elapsed: Duration
  /// The name of the step.
  public var actionDescription: String { step.name }
  /// The path of the file in which the step is called.
  public var file: String { step.callSite.path }
  /// The line at which the step is called.
  public var line: UInt { step.callSite.line }

  let step: Step
  let attempt: Attempt
  let attachments: AttemptAttachments
  let start: Duration
  let ranAction: Bool
  /// True if it succeeded and counts as failed for the rehearsal.
  let isRehearsal: Bool
  let conditionTime: Duration
  let checks: ConditionChecks?
  let rejectedValue: String?
  /// The values that the last look at the condition noted, in words.
  let seen: String
  /// The limit that ended the wait for the condition or the attempt, if one did.
  let limit: String?
  /// True if the failure of an inner step is among its issues; that has the causes.
  let hasFailureOfStep: Bool
  let ownIssues: [String]
  /// The text of an error that was thrown after the issues.
  let thrown: String?

  /// The time that the condition had to stay true; nil if it never was true.
  var stableFor: Duration? { checks?.wasTrue == true ? step.policy.stableFor : nil }

  var hasThrowingChecks: Bool { checks?.error != nil && (checks?.count ?? 0) > 1 }

  /// True if it failed by a condition that no time is given to, and that does not wait by itself.
  var checksOnce: Bool {
    guard case .condition = cause, !step.isWait, checks?.count == 1 else { return false }
    return step.policy.conditionTimeout == .zero && conditionTime < .seconds(1)
  }

  var hasOnlyOwnIssues: Bool {
    if case .issues(let all) = cause { ownIssues.count == all.count } else { false }
  }

  /// The own issue that the text of the cause names.
  var namedIssue: String? {
    if case .issues = cause { ownIssues.first } else { nil }
  }
}

/// An attempt that failed or that made its step recover, to attach files to.
public struct AttemptEvidence: Sendable {
  /// The name of the step.
  public var actionDescription: String { step.name }
  /// 1 for the first attempt of the step.
  public let number: Int
  /// The failure; nil for the attempt that made the step recover.
  public let failure: FailedAttempt?
  let step: Step
  let attachments: AttemptAttachments

  /// Attaches a screenshot, a page source or a log of the application to the attempt.
  ///
  /// Call it before ``TargetedAutoRetry/collectEvidence(of:)`` returns. The file goes to the report of the test: on
  /// Apple platforms as an attachment of XCTest that is kept although the test passes, in Swift Testing as an
  /// attachment of the test. XCTest on Linux has no attachments. With `AUTO_RETRY_REPORT` it is also a file beside the
  /// records. The HTML page of `retry-report` shows the files of the last failed attempt beside those of the one that
  /// worked: give them the same names.
  ///
  /// A file has at most 10 MB. A larger one is left out, the log says so, and the test continues.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file, such as the `Data` of a picture.
  ///   - name: The name of the file. Its extension gives the type: `.png`, `.jpg`, `.gif`, `.txt`, `.json`, `.html`,
  ///     `.xml`, `.mp4`.
  public func attach(_ bytes: some Collection<UInt8>, named name: String) {
    attachments.attach(AttachedFile(name: name, bytes: bytes))
  }

  /// Attaches a text, such as the source of a page.
  public func attach(_ text: String, named name: String) {
    attach(text.utf8, named: name)
  }
}

/// The result of ``TargetedAutoRetry/recoveryAction(after:)`` for a failed attempt.
public enum RecoveryAction: Equatable, Sendable {
  /// Continues: waits, resets and tries again, if the policy allows another attempt.
  case retry
  /// Stops, for a reason that no retry can cure, such as "the app crashed".
  ///
  /// The test fails with the reason, whatever `failTestOnFailure` says, and the steps around this one stop as well.
  case abort(String)
}

/// No attempt of a value-returning step succeeded.
public struct RetryExhausted: Error, CustomStringConvertible {
  let report: StepReport
  /// The message on one line: the place of the call, the number and the time of the attempts, the first and the last
  /// cause.
  public let description: String
  /// Tells the causes of all attempts from others.
  let key: String

  /// The name of the step.
  public var actionDescription: String { report.step.name }
  /// Every attempt in order, each with its cause, or the first and the last 50; empty if nothing was run.
  public var failedAttempts: [FailedAttempt] { report.failedAttempts }
  /// The time that the step took, waits included.
  public var elapsed: Duration { report.elapsed }
  /// The path of the file in which the step is called.
  public var file: String { report.step.callSite.path }
  /// The line at which the step is called.
  public var line: UInt { report.step.callSite.line }
}

/// The files that are attached to an attempt, from any thread.
final class AttemptAttachments: Sendable {
  private let kept = Locked<[String]>([])
  /// Adds a file to the test's report and the records; returns the path next to the records.
  private let keep: @Sendable (AttachedFile) -> String?

  init(_ keep: @escaping @Sendable (AttachedFile) -> String?) {
    self.keep = keep
  }

  var paths: [String] { kept.withLock { $0 } }

  func attach(_ file: AttachedFile) {
    if let path = keep(file) { kept.withLock { $0.append(path) } }
  }
}

/// A file that belongs to a failed attempt, such as a screenshot or a page source.
struct AttachedFile: Sendable {
  static let mostBytes = 10_000_000

  let name: String
  let bytes: [UInt8]

  /// One byte more than the limit shows that a file is too large, so no more of an endless collection is read.
  init(name: String, bytes: some Collection<UInt8>, atMost limit: Int = Self.mostBytes) {
    self.name = name
    self.bytes = Array(bytes.prefix(limit + 1))
  }

  var problem: String? {
    bytes.count > Self.mostBytes ? "it has more than \(Self.mostBytes / 1_000_000) MB" : nil
  }

  var safeName: String {
    let parts = name.asPathPart.drop { $0 == "." }.split(separator: ".", omittingEmptySubsequences: false)
    let type = parts.count > 1 ? ".\(parts[parts.count - 1].prefix(8))" : ""
    let stem = String(parts.dropLast(type.isEmpty ? 0 : 1).joined(separator: ".").prefix(30))
    // Readers take files of that type for records.
    return (stem.isEmpty ? "attachment" : stem) + (type == ".jsonl" ? ".txt" : type)
  }

  /// Adds it to the report of the test.
  ///
  /// - Returns: Whether that keeps it.
  func attach(to testCase: XCTestCase?, at callSite: CallSite) -> Bool {
    if Test.current == nil { return attachInXCTest(to: testCase) }
    Attachment.record(bytes, named: safeName, sourceLocation: callSite.sourceLocation)
    return Self.areKept
  }
}

#if canImport(Darwin)
  internal import Foundation
  internal import UniformTypeIdentifiers

  extension AttachedFile {
    /// Xcode keeps them in its report.
    private static let areKept = true

    @discardableResult
    func attachInXCTest(to testCase: XCTestCase?) -> Bool {
      guard let testCase else { return false }
      let attachment = XCTAttachment(data: Data(bytes), uniformTypeIdentifier: uniformTypeIdentifier)
      attachment.name = name
      // Otherwise XCTest would drop it with a test that passes, as one that recovers does.
      attachment.lifetime = .keepAlways
      testCase.add(attachment)
      return true
    }

    private var uniformTypeIdentifier: String {
      // JSON Lines have no type of their own.
      let type = name.split(separator: ".").last.map { $0.lowercased() == "jsonl" ? "json" : String($0) }
      return (type.flatMap { UTType(filenameExtension: $0) } ?? .data).identifier
    }
  }
#else
  extension AttachedFile {
    /// Swift Testing keeps attachments if it has a folder for them.
    private static let areKept = CommandLine.arguments.contains { $0.hasSuffix("attachments-path") }

    /// XCTest on Linux has no attachments.
    private func attachInXCTest(to testCase: XCTestCase?) -> Bool { false }
  }
#endif

/// The checks of a condition in one part; a check is one evaluation.
struct ConditionChecks: Sendable {
  let start: Duration
  /// The time the condition has to become true; zero for a single check.
  var timeout = Duration.zero
  /// Whether the last check found the condition met; in the end, whether it was met for long enough.
  var isMet = false
  /// When the condition became true at every check since; `nil` if it was false at the last one.
  private(set) var trueSince: Duration?
  private(set) var wasTrue = false
  private(set) var wasFalse = false
  private(set) var count = 0
  private(set) var throwing = 0
  private(set) var lastThrew = false
  private(set) var error: (any Error)?
  /// The deadline that applied to the last check.
  private(set) var deadline: Duration?
  /// What the last check noted; nothing if it found the condition met.
  var seen: [NotedValue] = []

  fileprivate mutating func note(_ thrown: (any Error)?, at now: Duration, until deadline: Duration?) {
    self.deadline = deadline
    count += 1
    lastThrew = thrown != nil
    if let thrown {
      isMet = false
      throwing += 1
      error = thrown
    }
    trueSince = isMet ? trueSince ?? now : nil
    if isMet { (wasTrue, seen) = (true, []) } else { wasFalse = true }
  }
}

/// A value that a check of a condition noted; it is described only if the attempt fails.
struct NotedValue: Sendable {
  static let mostShown = 5

  let name: String
  let describe: @Sendable () -> String

  private var text: String { "\(name.capped(at: 100).onOneLine) \(describe())" }

  static func text(of values: [NotedValue]) -> String {
    if values.isEmpty { return "" }
    let texts = values.prefix(mostShown).map(\.text)
    return ": " + texts.joined(separator: ", ") + (values.count > texts.count ? ", …" : "")
  }
}

extension StepPolicy {
  enum Limit: Equatable, Sendable {
    case conditionTimeout
    case attemptTimeLimit
    case timeLimit
  }

  /// The pause before the next check; `nil` if none follows.
  ///
  /// A condition that was true at every check gets extra time, so that slow checks do not fail it.
  func pause(
    after checks: inout ConditionChecks,
    _ thrown: (any Error)? = nil,
    isCut: @autoclosure () -> Bool = false,
    at now: Duration,
    until deadline: Duration? = nil
  ) -> Duration? {
    checks.note(thrown, at: now, until: deadline)
    let timeToGo = checks.trueSince.map { $0 + stableFor - now }
    if let timeToGo, timeToGo <= .zero { return nil }
    let timeout = checks.start + checks.timeout
    let end = min(
      checks.wasFalse ? timeout : max(timeout, now + (timeToGo ?? .zero)),
      deadline ?? .seconds(Int64.max)
    )
    guard now < end, !isCut() else {
      checks.isMet = false
      return nil
    }
    return min(pollingInterval, end - now, timeToGo ?? pollingInterval)
  }

  /// The limit that ended the wait for a condition; `nil` if there was no wait, or no limit ended it.
  func limitOfWait(_ checks: ConditionChecks?, at now: Duration) -> Limit? {
    guard conditionTimeout > .zero, let checks else { return nil }
    let isDeadlineReached = checks.deadline.map { now >= $0 } ?? false
    // The timeout does not end a wait if the condition was true at every check.
    if !checks.wasFalse { return isDeadlineReached ? .timeLimit : nil }
    let end = checks.start + conditionTimeout
    if let deadline = checks.deadline, deadline < end { return isDeadlineReached ? .timeLimit : nil }
    return now >= end ? .conditionTimeout : nil
  }
}
