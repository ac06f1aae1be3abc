import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct StopErrorTests {
  enum Wrapper: Error {
    case one(any Error)
    case labelled(code: Int, cause: any Error)
    case none
  }

  struct Holder: Error {
    let cause: (any Error)?
  }

  @Test(
    arguments: [
      CancellationError(),
      XCTSkip("not here"),
      Wrapper.one(CancellationError()),
      Wrapper.labelled(code: 1, cause: CancellationError()),
      Wrapper.one(Wrapper.one(XCTSkip("not here"))),
      Holder(cause: CancellationError()),
      NSError(domain: "test", code: 1, userInfo: [NSUnderlyingErrorKey: CancellationError()]),
    ] as [any Error]
  )
  func `skips and cancellations stop a step, wrapped ones too`(error: any Error) {
    #expect(StopError.matches(error))
  }

  @Test(
    arguments: [
      Wrapper.none,
      Wrapper.one(Wrapper.none),
      Holder(cause: nil),
      URLError(.timedOut),
      NSError(domain: "test", code: 1, userInfo: [NSUnderlyingErrorKey: Wrapper.none]),
    ] as [any Error]
  )
  func `other errors do not`(error: any Error) {
    #expect(!StopError.matches(error))
  }

  @Test func `an error that holds itself is looked at, not followed forever`() {
    final class Loop: Error, @unchecked Sendable {
      var cause: (any Error)?
    }
    let loop = Loop()
    loop.cause = loop
    #expect(!StopError.matches(loop))
    loop.cause = nil
  }

  #if os(Linux)
    @Test func `a test that Swift Testing cancels in a step is cancelled, after one attempt`() throws {
      let run = try TestBinary.runSwiftTesting("SuiteFixture/cancelled")
      #expect(run.exitCode == 0)
      #expect(run.output.contains("Test cancelled() was cancelled"))
      #expect(run.log.count == 2)
      #expect(run.log.last?.contains("[STOP: 0] Launch stopped") == true)
    }

    @Test func `a test that XCTest skips in a step is skipped, after one attempt`() throws {
      let run = try TestBinary.runXCTest("StepFixture/testSkipped")
      #expect(run.exitCode == 0)
      #expect(run.output.contains("with 1 test skipped and 0 failures"))
      #expect(run.log.count == 2)
    }
  #endif
}
