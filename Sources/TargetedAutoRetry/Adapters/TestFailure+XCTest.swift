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
      let observer = XCTestObserver.shared
      observer.watch()
      observer.lastFailure.withLock { $0 = nil }
      XCTFail(message, file: callSite.file, line: callSite.line)
      return observer.lastFailure.withLock { $0?.hasSuffix(message) ?? false }
    }
  }

  extension XCTestObserver {
    static var canAddObserver: Bool { true }

    func testCase(
      _ testCase: XCTestCase,
      didFailWithDescription description: String,
      inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      lastFailure.withLock { $0 = description }
    }
  }
#endif
