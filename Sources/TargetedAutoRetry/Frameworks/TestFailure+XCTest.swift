internal import Foundation
internal import XCTest

#if canImport(Darwin)
  extension TestFailure {
    /// - Returns: Whether a test case is known to run. XCTest hears of the failure in any case.
    func recordInXCTest() -> Bool {
      XCTFail(message, file: callSite.file, line: callSite.line)
      return test != nil
    }
  }

  extension XCTestObserver {
    static var canAddObserver: Bool { Thread.isMainThread }
  }
#else
  extension TestFailure {
    /// - Returns: Whether XCTest took the failure; outside a test case it drops what it is told.
    func recordInXCTest() -> Bool {
      XCTestObserver.shared.watch()
      XCTFail(message, file: callSite.file, line: callSite.line)
      return OwnFailure.current?.isTaken ?? false
    }
  }

  extension XCTestObserver {
    static var canAddObserver: Bool { true }

    /// XCTest calls it where the failure is recorded, on the same thread.
    func testCase(
      _ testCase: XCTestCase,
      didFailWithDescription description: String,
      inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      OwnFailure.current?.take()
    }
  }
#endif
