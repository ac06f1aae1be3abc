import Storefront
import TargetedAutoRetry
import XCTest

/// One test of the shop under one strategy.
final class Trial {
  enum Outcome: Equatable, Sendable {
    case passed
    /// It failed although the product worked.
    case failedByFlake
    /// It failed because of the bug.
    case failedByBug
  }

  struct Result: Equatable, Sendable {
    let outcome: Outcome
    /// Whether the bug struck in any run of the test.
    let bugStruck: Bool
    /// Retries of steps and re-runs of the test.
    let retries: Int
    let seconds: Double
  }

  /// The time after which a condition counts as false, in seconds.
  private static let conditionTimeout = 1.0

  private let strategy: Strategy
  private let scenario: Scenario
  private var storefront: Storefront!
  private let allowed: Int
  private let policy: RetryPolicy
  private var seconds = 0.0
  private var bugs: SeededGenerator
  private var bugStruck = false
  private var bugStruckInThisRun = false
  private var retries = 0

  /// - Parameter seed: The seed of the test's faults and bug, which is the same for every strategy.
  init(_ strategy: Strategy, _ scenario: Scenario, seed: UInt64) {
    self.strategy = strategy
    self.scenario = scenario
    // A generator of its own, so that the first occurrence of the bug does not depend on the strategy's number of attempts.
    bugs = SeededGenerator(seed: ~seed)
    allowed = strategy.retriesSteps ? Strategy.retries : 0
    policy = RetryPolicy(retryAttempts: allowed, reportsRecovery: false)
    let driver = InMemoryDriver { [unowned self] in seconds += $0 }
    storefront = Storefront(driver: driver, faults: Faults(seed: seed, rate: scenario.flakeRate))
  }

  /// Runs the test in XCTest, in a flaky scope if the whole test is retried.
  func runInXCTest() -> Result {
    let test = ShopTest(name: "testSearch") { [self] test in
      guard let test = test as? ShopTest else { return }
      runBegins(test.retryCount)
      let body = { try self.passes(in: test, failsTest: true) { XCTAssertTrue($0) } }
      guard strategy.reruns > 0 else {
        _ = try body()
        return
      }
      try flaky(.notFixable(reason: "The shop is flaky", maxRetryCount: strategy.reruns)) { _ = try body() }
    }
    test.run()
    return result(failed: test.testRun?.hasSucceeded == false)
  }

  /// Runs the test without XCTest, which takes a thousand times as long as a test in memory.
  func runBare() -> Result {
    var failed = true
    for rerun in 0...strategy.reruns where failed {
      runBegins(rerun)
      failed = (try? passes(in: BareTest(), failsTest: false) { _ in }) != true
    }
    return result(failed: failed)
  }

  private func runBegins(_ rerun: Int) {
    seconds += scenario.setUpSeconds
    bugStruckInThisRun = false
    if rerun > 0 { retries += 1 }
  }

  private func result(failed: Bool) -> Result {
    Result(
      outcome: failed ? (bugStruckInThisRun ? .failedByBug : .failedByFlake) : .passed,
      bugStruck: bugStruck,
      retries: retries,
      seconds: seconds
    )
  }

  /// The test.
  ///
  /// - Parameters:
  ///   - failsTest: Whether a step that does not succeed fails the test by itself.
  ///   - assert: Fails the test if it is given false.
  private func passes(in test: some TargetedAutoRetry, failsTest: Bool, assert: (Bool) -> Void) throws -> Bool {
    guard
      try launchStep(in: test, failsTest),
      try signInStep(in: test, failsTest),
      try step(
        "Navigate to Search",
        in: test,
        failsTest,
        do: { try storefront.tap(.searchLink) },
        until: .searchPage,
        reset: {
          _ = try launchStep(in: test, false)
          _ = try signInStep(in: test, false)
        }
      )
    else { return false }
    // The subject of the test, which is never retried.
    let query = bugOccurs(.outsideTheSteps) ? "?" : "kettle"
    try storefront.type(query, into: .searchField)
    try storefront.tap(.searchButton)
    let isFound = try storefront.text(of: .searchResults) == "Copper Kettle\nKettle Descaler"
    assert(isFound)
    return isFound
  }

  private func launchStep(in test: some TargetedAutoRetry, _ failsTest: Bool) throws -> Bool {
    try step("Launch", in: test, failsTest, do: launch, until: .homePage)
  }

  private func signInStep(in test: some TargetedAutoRetry, _ failsTest: Bool) throws -> Bool {
    try step("Sign In", in: test, failsTest, do: signIn, until: .accountName, reset: launch)
  }

  /// - Returns: Whether it succeeded.
  private func step(
    _ name: String,
    in test: some TargetedAutoRetry,
    _ failsTest: Bool,
    do action: () throws -> Void,
    until element: Element,
    reset: () throws -> Void = {}
  ) throws -> Bool {
    let used = try test.autoRetry(
      mainAction: action,
      successCondition: {
        let isVisible = try storefront.isVisible(element)
        if !isVisible { seconds += Self.conditionTimeout }
        return isVisible
      },
      resetSteps: reset,
      actionDescription: name,
      failTestOnFailure: failsTest,
      policy: policy
    )
    retries += min(used, allowed)
    return used <= allowed
  }

  private func launch() throws { try storefront.launch() }

  private func signIn() throws {
    // The product forgets the name.
    let name = bugOccurs(.insideAStep) ? "" : "Ada"
    try storefront.type(name, into: .userField)
    try storefront.tap(.signInButton)
    if name.isEmpty { throw NotSignedIn() }
  }

  private func bugOccurs(_ bug: Scenario.Bug) -> Bool {
    guard scenario.bug == bug, Double.random(in: 0..<1, using: &bugs) < Scenario.bugRate else { return false }
    bugStruck = true
    bugStruckInThisRun = true
    return true
  }

  private struct NotSignedIn: Error {}
}

private final class ShopTest: RetryableTestCase {}

private struct BareTest: TargetedAutoRetry {}
