/// The life of a process that has told of the begin of a step.
struct ProcessLife {
  /// The instant of its last row, in milliseconds of Unix time.
  private(set) var lastSign: Int64 = 0
  private var lastStep: Row?
  /// The test of XCTest that began a step last.
  private var test = ""
  private(set) var end: Row?
  private var tellsItsEnd = false

  mutating func add(_ row: Row) {
    lastSign = max(lastSign, row.startMs.adding(row.durationMs))
    switch row.kind {
    case .begin:
      end = nil
      if row.isOfXCTest { test = row.test }
      // On Apple platforms a runner of Swift Testing may be killed when its tests are over.
      tellsItsEnd = row.system == "linux" || row.isOfXCTest
    case .end: end = row
    case .attempt, nil: break
    case .step, .wait: if row.subject != .test { lastStep = row }
    }
  }

  /// Of the steps that have begun and are not over, those that were open at the end.
  ///
  /// XCTest runs one test at a time. On Apple platforms a failed assertion may have unwound past the steps of others.
  func open(of begun: [Row]) -> [Row] { begun.filter { !$0.isOfXCTest || $0.test == test } }

  /// Of the open steps, those in which the process died; with an end, that from which it exited and those around.
  func fatal(of open: [Row]) -> [Row] {
    guard let end else { return open }
    let byName = Dictionary(open.map { ($0.stepID, $0) }) { first, _ in first }
    var (steps, inner) = ([Row](), end.stepID)
    while let step = byName[inner], steps.count < open.count {
      steps.append(step)
      inner = step.parentStepID
    }
    return steps
  }

  /// Of the open steps, those that still ran beside a process that came to its end.
  func running(of open: [Row], besides fatal: [Row]) -> [Row] {
    let names = Set(end?.openSteps.split(separator: " ").map(String.init) ?? []).subtracting(fatal.map(\.stepID))
    return open.filter { names.contains($0.stepID) }
  }

  /// - Parameter steps: The steps in which it died.
  func death(in steps: [Row]) -> DeadProcess { DeadProcess(end == nil ? "died during" : "exited during", steps) }

  /// The last step that was over; nil if the process came to its end, or would not have told of it.
  var stepBeforeDeath: Row? { end == nil && tellsItsEnd ? lastStep : nil }
}

extension Row {
  fileprivate var isOfXCTest: Bool { framework == "xctest" }
}
