internal import XCTest

/// The test that a nest of steps belongs to: looking for it takes long, so the outermost step does, for all inside.
///
/// They find it here, and not in what each step hands on to the code inside: that would cost steps that nobody listens to.
final class FoundTest: Sendable {
  let test: RunningTest

  private static let found = Locked<[StepID: FoundTest]>([:])

  private init(_ test: RunningTest) {
    self.test = test
  }

  /// - Parameters:
  ///   - root: The outermost step of the nest.
  ///   - isOutermost: Whether it is this one who asks; it has to ``forget(_:)`` the test when it is over.
  static func of(_ root: StepID, isOutermost: Bool, _ testCase: XCTestCase?) -> FoundTest? {
    if !isOutermost, let known = found.withLock({ $0[root] }) { return known }
    guard let test = RunningTest.current(testCase).map(FoundTest.init) else { return nil }
    if isOutermost { found.withLock { $0[root] = test } }
    return test
  }

  static func forget(_ root: StepID) {
    _ = found.withLock { $0.removeValue(forKey: root) }
  }
}
