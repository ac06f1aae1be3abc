/// The limits beyond which a job fails.
///
/// Whole tests that ran again count like steps.
public struct Gates: Sendable {
  /// The number of actions that a sentence names.
  private static let mostNames = 10

  /// The highest share for each action, in percent, except for ``exceptions``.
  ///
  /// The lower bound counts: one recovered step of three proves little about an action.
  public var actionFlakeRate: Double?
  public var exceptions: [GateException] = []
  /// True if each step and test must succeed, not exhausted, out of time, stopped, or cut off by the death of its
  /// process, and no process may die.
  public var exhausted = false

  public init(
    actionFlakeRate: Double? = nil,
    exceptions: [GateException] = [],
    exhausted: Bool = false
  ) {
    self.actionFlakeRate = actionFlakeRate
    self.exceptions = exceptions
    self.exhausted = exhausted
  }

  /// A sentence for each gate that is shut.
  public func failures(_ report: Report) -> [String] {
    let failed = Count(report) { $0.exhausted + $0.stopped }
    var failures: [String] = []
    if let actionFlakeRate {
      let excepted = Set(exceptions.map(\.action))
      failures += report.actions.filter { !excepted.contains($0.action) }.compactMap {
        $0.failure(above: actionFlakeRate)
      }
    }
    if exhausted { failures += report.input.dead.prefix(Self.mostNames).map(\.sentence) }
    if exhausted, failed.total > 0 {
      let names = report.actions.filter { $0.exhausted + $0.stopped > 0 }.map(\.title.printable)
      let more = names.count > Self.mostNames ? ", …" : ""
      failures.append(
        "\(failed.text) did not succeed; none is allowed: \(names.prefix(Self.mostNames).joined(separator: ", "))\(more)."
      )
    }
    return failures
  }
}

extension Gates {
  /// The actions that shut a gate of their own: their run does not say what is usual.
  public func shutActions(_ report: Report) -> [String] {
    let excepted = Set(exceptions.map(\.action))
    return report.actions.filter { action in
      let isTooFlaky = actionFlakeRate.map { !excepted.contains(action.action) && action.failure(above: $0) != nil }
      return isTooFlaky == true || exhausted && action.exhausted + action.stopped > 0
    }
    .map(\.action)
  }

  /// True if there is any gate.
  private var hasGate: Bool { actionFlakeRate != nil || exhausted }

  /// A sentence for each gate that the records cannot decide.
  public func problems(_ report: Report) -> [String] {
    guard hasGate else { return [] }
    let actions = Set(report.actions.map(\.action))
    let unknown = actionFlakeRate == nil ? [] : exceptions.filter { !actions.contains($0.action) }
    let isEmpty = Count(report, \.runs).total == 0 && actionFlakeRate != nil
    return unknown.map {
      "There is no action \"\($0.action.printable)\" in the records, and there is an exception for it."
    }
      + (isEmpty ? ["The records have no finished step, so there is no rate."] : []) + report.input.gateProblems
  }
}

extension ActionFigures {
  /// A sentence such as `Pay: 8 of 12 recovered, at least 39 % with 95 % confidence; at most 30.0 % are allowed`.
  fileprivate func failure(above percent: Double) -> String? {
    // Most are not above the limit in any case.
    guard flakeRate * 100 > percent else { return nil }
    let bound = Rate(count: recovered, total: runs).lowerBound
    guard bound * 100 > percent else { return nil }
    return
      "\(title.printable): \(recovered) of \(runs) recovered, at least \(bound.asLowerBound) with 95 % confidence; "
      + "at most \(percent) % are allowed."
  }
}

/// The numbers of steps and of whole tests.
private struct Count {
  private let steps: Int
  private let tests: Int

  init(_ report: Report, _ figure: (ActionFigures) -> Int) {
    steps = report.steps(figure)
    tests = report.tests(figure)
  }

  var total: Int { steps + tests }

  var text: String {
    [(steps, "step"), (tests, "whole test")].filter { $0.0 > 0 || (total == 0 && $0.1 == "step") }
      .map { $0.0.counted($0.1) }.joined(separator: " and ")
  }
}

/// An action that may be flaky for a reason, until a day.
public struct GateException: Equatable, Sendable {
  /// The reason why a line of a file of exceptions cannot be read.
  public struct NotReadable: Error, CustomStringConvertible {
    public let description: String
  }

  let action: String
  let reason: String
  /// The last day on which it holds, such as `2027-03-31`, in UTC.
  let expires: String

  /// The exceptions of a file, one a line: `2027-03-31 | Sign In | the server is slow on Mondays`.
  ///
  /// Empty lines and lines that begin with `#` are skipped. Expired exceptions are left out.
  ///
  /// - Parameter today: The day in UTC, such as `2027-03-31`.
  public static func all(in text: String, today: String) throws(NotReadable) -> [GateException] {
    var exceptions: [GateException] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.trimmingPrefix { $0.isWhitespace }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let fields = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false).map {
        String($0.trimmingPrefix { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
      }
      guard fields.count == 3, Day.isDay(fields[0]), !fields[1].isEmpty,
        !fields[2].isEmpty
      else {
        let wanted = "a day, an action and a reason: 2027-03-31 | Sign In | the server is slow on Mondays"
        throw NotReadable(description: "line \(index + 1) is \"\(String(line).printable)\", and must be \(wanted)")
      }
      if fields[0] >= today {
        exceptions.append(GateException(action: fields[1], reason: fields[2], expires: fields[0]))
      }
    }
    return exceptions
  }
}
