import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct StopErrorTests {
  enum Wrapper: Error {
    case one(any Error)
    case several(causes: [any Error])
    case none
  }

  private struct Described: CustomNSError {
    var underlying: [String: any Error]
    var errorUserInfo: [String: Any] { underlying }
  }

  /// An error that names itself as the one behind it.
  private final class Circle: CustomNSError {
    var errorUserInfo: [String: Any] { [NSUnderlyingErrorKey: self] }
  }

  private static func behind(_ error: any Error) -> NSError {
    NSError(domain: "test", code: 1, userInfo: [NSUnderlyingErrorKey: error])
  }

  @Test(
    arguments: [
      CancellationError(), XCTSkip("not here"),
      behind(CancellationError()), behind(behind(XCTSkip("not here"))),
      URLError(.unknown, userInfo: [NSUnderlyingErrorKey: CancellationError()]),
      Described(underlying: [NSUnderlyingErrorKey: behind(CancellationError())]),
    ] as [any Error]
  )
  func `skips and cancellations stop a step, also as underlying errors`(error: any Error) {
    #expect(ErrorStop(error, isCancelled: true) == (error.isSkip ? .skip : .cancellation))
    // A client may throw a cancellation for reasons of its own.
    #expect(ErrorStop(error, isCancelled: false) == (error.isSkip ? .skip : nil))
  }

  @Test(
    arguments: [
      Wrapper.none,
      Wrapper.one(CancellationError()),
      Wrapper.several(causes: [Wrapper.none, CancellationError()]),
      URLError(.timedOut),
      Described(underlying: ["other": CancellationError()]),
      NSError(domain: "test", code: 1, userInfo: ["NSMultipleUnderlyingErrorsKey": [CancellationError()]]),
      behind(URLError(.timedOut)),
      Circle(),
    ] as [any Error]
  )
  func `other errors do not, although they may hold one`(error: any Error) {
    #expect(ErrorStop(error, isCancelled: true) == nil)
  }

  @Test func `an error that holds much is named, not written out`() {
    struct Payload: Error {
      let bytes: [UInt8]
    }
    struct Described: Error, CustomStringConvertible {
      let bytes: [UInt8]
      var description: String { "described" }
    }
    #expect(Payload(bytes: [1, 2]).text == "Payload(bytes: [1, 2])")
    #expect(Payload(bytes: Array(repeating: 0, count: 10_000_000)).text == "Payload (too large to show)")
    #expect(Described(bytes: Array(repeating: 0, count: 10_000_000)).text == "described")
  }

  private static let closed = [NSLocalizedDescriptionKey: "Closed"]

  @Test(
    arguments: [
      (URLError(.timedOut, userInfo: closed), "Closed (NSURLErrorDomain -1001)"),
      (NSError(domain: "shop", code: 3, userInfo: closed), "Closed (shop 3)"),
      (NSError(domain: "shop", code: 3), "The operation could not be completed. (shop error 3.)"),
    ] as [(any Error, String)]
  )
  func `an error of Foundation is what it says, and its code`(error: any Error, text: String) {
    #expect(error.text == text)
  }

  private struct Plain: LocalizedError { let code = 3 }

  @Test(
    arguments: [
      (ForTests(), "for tests"), (ForPeople(), "for people"), (ForPeople(errorDescription: nil), "for debugging"),
      (ForPeople(errorDescription: " "), "for debugging"), (Unspoken(), "generic"), (Plain(), "Plain(code: 3)"),
    ] as [(any Error, String)]
  )
  func `an error's text is its test, user or debug description`(error: any Error, text: String) throws {
    #expect(error.text == text)
    #expect(ValueText.of(error) == text)
    #expect(ValueText.of(error as (any Error)?) == text)
    #expect(TestIssue.thrown(error).message == "threw error \"\(text)\"")
    let bench = Workbench()
    bench.run { try? bench.step("Load", retries: 0) { throw error } }
    #expect(bench.log.contains { $0.contains("[CAUSE: 0] Threw \(text).") })
    #expect(bench.failures.first?.message.hasSuffix("Cause: Threw \(text).") == true)
  }

  @Test(arguments: ["", " \n"])
  func `an error that says nothing is named`(description: String) {
    struct Silent: Error, CustomStringConvertible {
      let description: String
    }
    #expect(Silent(description: description).text == "Silent")
  }

  @Test func `a skip is described by its reason, without its file`() {
    #expect(XCTSkip("not here").text == "XCTSkip(\"not here\")")
  }
}

/// An error whose description says nothing, as that of a client which must not leak what it was asked.
private protocol Generic: Error, CustomStringConvertible {}

private struct ForTests: Generic, CustomTestStringConvertible, LocalizedError, CustomDebugStringConvertible {
  let testDescription = "for tests"
  let errorDescription: String? = "for people"
  let debugDescription = "for debugging"
}

private struct ForPeople: Generic, LocalizedError, CustomDebugStringConvertible {
  var errorDescription: String? = "for people"
  let debugDescription = "for debugging"
}

private struct Unspoken: Generic, LocalizedError {}

extension Generic {
  var description: String { "generic" }
}
