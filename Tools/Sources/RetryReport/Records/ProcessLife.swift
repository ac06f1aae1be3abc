/// The life of a process that recorded the begin of a step.
struct ProcessLife {
  /// The instant of its last row, in milliseconds of Unix time.
  private(set) var lastSign: Int64 = 0
  private var lastStep: Row?
  /// The XCTest test that began a step last.
  private var test = ""
  private(set) var end: Row?
  private var tellsItsEnd = false

  mutating func add(_ row: Row) {
    lastSign = max(lastSign, row.endMs)
    switch row.kind {
    case .begin:
      end = nil
      if row.isOfXCTest { test = row.test }
      // On Apple platforms a runner of Swift Testing may be killed after its tests have finished.
      tellsItsEnd = row.system == "linux" || row.isOfXCTest
    case .end: end = row
    case .attempt, nil: break
    case .step, .wait: if row.subject != .test { lastStep = row }
    }
  }

  /// Of the steps that have begun and not finished, those in which the process died; if it recorded its end, the one that
  /// exited and its enclosing ones.
  func fatal(of begun: [Row]) -> [Row] {
    guard let end else {
      // XCTest runs one test at a time. On Apple platforms a failed assertion may have unwound past the steps of earlier tests.
      return begun.filter { !$0.isOfXCTest || $0.test == test }
    }
    let byName = Dictionary(begun.map { ($0.stepID, $0) }) { first, _ in first }
    var (steps, inner) = ([Row](), end.stepID)
    while let step = byName[inner], steps.count < begun.count {
      steps.append(step)
      inner = step.parentStepID
    }
    return steps
  }

  /// The last finished step; `nil` if the process recorded its end, or would not have done so.
  var stepBeforeDeath: Row? { end == nil && tellsItsEnd ? lastStep : nil }
}

extension RowFields {
  fileprivate var isOfXCTest: Bool { framework == "xctest" }
}
