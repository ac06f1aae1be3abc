/// What the repetitions of a step came to.
struct BurnInReport: Sendable {
  /// The number of repetitions that were asked for.
  let count: Int
  private(set) var passed = 0
  private(set) var failed = 0
  /// Why the first failed that did.
  private(set) var firstCause: String?
  /// False if they were ended before the last.
  private(set) var goesOn = true

  init(of count: Int) {
    self.count = count
  }

  /// - Parameters:
  ///   - report: That of a repetition; nil where nobody listened and it passed.
  ///   - cause: Why it failed.
  mutating func add(_ report: StepReport?, _ cause: String?) {
    if report?.outcome.isSuccess ?? true {
      passed += 1
      return
    }
    failed += 1
    if firstCause == nil { firstCause = cause }
    if report?.outcome != .exhausted { goesOn = false }
  }

  /// A repetition has thrown what goes to the caller, and ends the rest; a skip and a cancellation are no failure.
  mutating func end(with error: any Error) {
    goesOn = false
    if StopError.matches(error) { return }
    failed += 1
    if firstCause == nil { firstCause = "Threw \(error.text)." }
  }

  func text(of name: String) -> String {
    let result = "\(name) passed \(passed) of \((passed + failed).counted("repetition"))"
    let end = goesOn ? "." : ", and was ended before the rest of \(count)."
    return result + end + (firstCause.map { " First cause: \($0)" } ?? "")
  }
}
