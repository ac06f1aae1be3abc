/// Makes random programs, the same for the same seed.
///
/// Programs without a defined answer are not made. Swift Testing does not announce the end of a test, and receives an
/// issue of a detached task or a bare thread without its test. XCTest drops an issue when no test runs. If an error
/// would leave a flaky scope inside a step, it is the error of the step.
struct Generator {
  var random: Choices
  var stepID = 0
  var framework = Program.Framework.xctest
  /// The share of possible failures that happen; with few failures, each one decides the color of the test.
  var density = 0.5
  var hasGate = false
  /// Whether the test has flaky scopes; they need a trait in Swift Testing, and a base class of the library in XCTest.
  var hasParts = true

  init(_ random: Choices) {
    self.random = random
  }

  /// The constraints on the statements of a place.
  struct Place {
    var isAsync: Bool
    /// True for the synchronous body of an XCTest test and the code on its thread.
    var isOnTestThread: Bool
    var isTopLevel = true
    var isInStep = false
    var isInPart = false
    var isInLateStep = false
    var isCancellable = false
    var depth = 0
    var mayBeLate = true
    var isInKnownIssue = false
    /// Whether the main thread is free to run other code.
    var mayUseMainActor = true

    func inside(isStep: Bool = false, isPart: Bool = false) -> Place {
      var place = self
      place.isTopLevel = false
      place.isInPart = isInPart || isPart
      place.isInStep = isInStep || isStep
      place.depth += 1
      return place
    }

    /// The place of the closures of a step.
    func inside(of step: Step) -> Place { inside(isStep: true).with(isAsync: step.isAsync) }

    /// The place of the condition of a step, which is synchronous in the form that returns a value.
    func condition(of step: Step) -> Place { step.isValue && !step.isWait ? with(isAsync: false) : self }

    private func with(isAsync: Bool) -> Place {
      var place = self
      place.isAsync = isAsync
      // A pool thread that waits for a late task might be the one that the task needs.
      if self.isAsync, !isAsync { place.mayBeLate = false }
      return place
    }
  }

  mutating func program(_ framework: Program.Framework) -> Program {
    self.framework = framework
    random.beginProgram()
    stepID = Program.lineOfTest
    hasGate = chance(0.06)
    density = [0.05, 0.15, 0.3, 0.6][number(0...3)]
    let isAsync = framework == .swiftTesting || chance(0.5)
    let traits = framework == .swiftTesting && chance(0.7) ? (0..<number(1...2)).map { _ in trait() } : []
    // XCTest on Linux cannot run a test of a foreign class again.
    let isForeign = framework == .xctest && chance(0.3)
    hasParts = framework == .xctest ? !isForeign : traits.last?.isInvalid == false
    let place = Place(isAsync: isAsync, isOnTestThread: framework == .xctest && !isAsync)
    let setUp = Place(isAsync: false, isOnTestThread: true, isTopLevel: false, depth: 3, mayBeLate: false)
    var program = Program(
      framework: framework,
      isAsync: isAsync,
      isForeign: isForeign,
      traits: traits,
      failsInClassSetUp: framework == .xctest && chance(0.03),
      hasGate: hasGate,
      setUp: framework == .xctest && chance(0.12) ? statements(setUp, 1...1) : [],
      body: body(place),
      tearDown: framework == .xctest && chance(0.08) ? [tearDown(isAsync)] : [],
      hasLog: chance(0.5)
    )
    var numbering = Numbering(after: max(stepID, Program.lineOfTest))
    for part in [\Program.setUp, \.body, \.tearDown] { numbering.number(&program[keyPath: part]) }
    return program
  }

  private mutating func body(_ place: Place) -> [Statement] {
    switch number(0...21) {
    case _ where hasGate && framework == .swiftTesting && chance(0.4): return [known(place)]
    // Steps that recover in a flaky scope that could run again: the gate must not change them.
    case _ where hasGate && hasParts: return [.block(.flaky(flaky()), statements(place.inside(isPart: true), 1...3))]
    case 0...1 where hasParts: return statements(place, 0...2) + errorThatLeavesPart()
    case 2...3 where hasParts: return earlyExit(place)
    case 4 where hasParts: return stoppedRerun(place)
    case 5...6 where place.isOnTestThread: return blockOfOthers(place)
    case 7...10: return hostile(place) + statements(place, 0...1)
    default: return statements(place, 1...4)
    }
  }

  private mutating func tearDown(_ isAsync: Bool) -> Statement {
    switch number(0...3) {
    case 0: .event(.issue, rarely())
    // It runs in the next run, if there is one.
    case 1 where !isAsync: .event(.enqueued(queue(), isCarried: false), inFirstRun())
    default: .event(.throwing(.fresh), chance(density) ? inFirstRun() : .never)
    }
  }

  /// A flaky scope that an error leaves, which may be swallowed, and the statements after it.
  private mutating func errorThatLeavesPart() -> [Statement] {
    let error = Event.throwing(errorKind())
    let part = Statement.block(.flaky(flaky()), [.event(error, inFirstRun())])
    switch number(0...3) {
    case 0: return [part]
    case 1: return [.block(.swallowing, [part])]
    default: return [.block(.swallowing, [part]), .event(error, inFirstRun())]
    }
  }

  /// A step that is aborted and whose error is swallowed.
  mutating func swallowedAbort(_ place: Place) -> [Statement] {
    stepID += 1
    let fails = when()
    let isValue = chance(0.6)
    let step = Step(id: stepID, isValue: isValue, retries: number(0...1), failsTest: false, fails: fails, aborts: fails)
    return [.block(.swallowing, [.step(step)])]
  }

  mutating func flaky() -> Flaky { Flaky(reruns: number(1...2), isExpired: chance(0.08)) }

  private mutating func trait() -> Flaky {
    var trait = flaky()
    trait.isInvalid = !trait.isExpired && chance(0.08)
    return trait
  }

  mutating func errorKind() -> ErrorKind { chance(0.35) ? ErrorKind.allCases[number(1...5)] : .fresh }

  mutating func queue() -> Queue { chance(0.25) ? .mainActorTask : .mainQueue }

  mutating func inFirstRun() -> When { chance(0.8) ? When(runs: 1) : when() }

  /// The occasions of a failure; rare if nothing can forgive it.
  mutating func when(_ place: Place) -> When {
    guard chance(density) else { return .never }
    return place.isInStep || place.isInPart || chance(0.3) ? when() : .never
  }

  /// Mostly early occasions only, so that a later attempt can succeed.
  mutating func when() -> When {
    if hasGate, chance(0.6) { return When(runs: 1, attempts: 1) }
    switch number(0...9) {
    case 0...4: return When(attempts: 1)
    case 5...6: return When(runs: 1)
    case 7: return When(runs: 1, attempts: 1)
    case 8: return When(attempts: 2)
    default: return chance(0.5) ? .always : When(firstRun: 1)
    }
  }

  mutating func rarely() -> When { chance(density / 3) ? when() : .never }

  /// The smallest number says no, so that a program shrinks.
  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) >= 1 - share }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}
