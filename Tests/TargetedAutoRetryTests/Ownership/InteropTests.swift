import Foundation
import Testing

/// Failed assertions of one framework in tests of the other, in the modes of Swift 6.4.
///
/// Before 6.4 the fixtures do what its frameworks would (`InteropFixture.swift`).
@Suite struct InteropTests {
  #if os(Linux)
    static let hasWay = dlsym(dlopen(nil, RTLD_NOW), "_swift_testing_installFallbackEventHandler") != nil
  #else
    static let hasWay = false
  #endif

  /// What becomes of the failure.
  enum End {
    case isLost, isWarning, isForgiven, failsTest, stopsProcess

    init(_ run: Fixtures.Run) {
      switch run.exitCode {
      case 0 where run.said.count > 1: self = .isForgiven
      case 0: self = run.output.contains(" recorded a warning ") ? .isWarning : .isLost
      case 1: self = .failsTest
      default: self = .stopsProcess
      }
    }
  }

  enum Mode: String, CaseIterable { case none, limited, complete, strict }

  struct Cell: CustomTestStringConvertible {
    let test: String
    let mode: Mode
    let end: End

    var testDescription: String { "\(test), \(mode)" }
    private var isOfXCTest: Bool { !test.contains("Suite") }
    var assertion: String { isOfXCTest ? "interop expectation" : "interop assertion" }

    func run() async throws -> Fixtures.Run {
      let variables = ["SWIFT_TESTING_XCTEST_INTEROP_MODE": mode.rawValue]
      return try await isOfXCTest
        ? Fixtures.runXCTest(test, variables) : Fixtures.runSwiftTesting("\(test)\\(", variables)
    }
  }

  static let cells = [
    row("InteropSuiteFixture/recovers", [.isLost, .isWarning, .isForgiven, .stopsProcess]),
    row("InteropSuiteFixture/isExhausted", [.isLost, .isWarning, .failsTest, .stopsProcess]),
    row("InteropFixture/testRecovers", [adopted(.isForgiven), .isForgiven, .isForgiven, .isForgiven]),
    row("InteropFixture/testIsExhausted", [adopted(.failsTest), .failsTest, .failsTest, .failsTest]),
    row("InteropFixture/testOutside", [adopted(.failsTest), .failsTest, .failsTest, .failsTest]),
    // The same without the library.
    row("PlainInteropSuiteFixture/outside", [.isLost, .isWarning, .failsTest, .stopsProcess]),
    row("PlainInteropFixture/testOutside", [.isLost, .failsTest, .failsTest, .failsTest]),
  ].flatMap { $0 }

  /// - Parameter ends: By mode.
  private static func row(_ test: String, _ ends: [End]) -> [Cell] {
    zip(Mode.allCases, ends).map { Cell(test: test, mode: $0, end: $1) }
  }

  /// In this mode the frameworks drop the issues, but before Swift 6.4 the library does not.
  private static func adopted(_ end: End) -> End {
    #if compiler(>=6.4)
      .isLost
    #else
      end
    #endif
  }

  @Test(.enabled(if: hasWay, "left out: no way between the frameworks is known"), arguments: cells)
  func `only a step's success forgives another framework's failure`(cell: Cell) async throws {
    let run = try await cell.run()
    let end = End(run)
    #expect(end == cell.end, "\(run.output)")
    let place = try Mark(cell.assertion, in: "InteropFixture.swift").short
    #expect(run.output.contains(place) == (end != .isLost), "\(run.output)")
  }

  #if compiler(<6.4)
    @Test(
      arguments: [
        ("InteropFixture/testRecovers", 2, 0), ("InteropFixture/testOutside", 1, 1),
        ("InteropFixture/testRequirement", 2, 0), ("InteropFixture/testChildTask", 2, 0),
        ("InteropFixture/testCarriedTask", 2, 0), ("InteropFixture/testKnownIssue", 1, 0),
        ("InteropFixture/testWarning", 1, 0), ("InteropFixture/testTeardown", 1, 1),
        ("InteropPlainFixture/testInStep", 1, 1), ("InteropPlainFixture/testInAsyncStep", 1, 1),
        ("InteropPlainFixture/testAfterStep", 1, 0), ("InteropFixture/testOnThread", 2, 0),
        ("InteropFixture/testOnThreadInStep", 2, 0), ("InteropFixture/testInDetachedTask", 2, 0),
        ("InteropUnknownFixture/testStep", 1, 1), ("InteropUnknownFixture/testAsyncStep", 1, 1),
        ("InteropUnknownFixture/testTwice", 2, 2),
      ]
    )
    func `a failed expectation counts as a failed assertion in XCTest`(
      test: String,
      attempts: Int,
      failures: Int
    ) async throws {
      let run = try await Fixtures.runXCTest(test, ["SWIFT_TESTING_XCTEST_INTEROP_MODE": "none"])
      #expect(run.said.count == attempts, "\(run.output)")
      #expect(run.errors.count == failures, "\(run.output)")
      #expect(run.exitCode == (failures == 0 ? 0 : 1))
    }
  #endif
}
