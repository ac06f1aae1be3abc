import Foundation

public protocol XCTestObservation: NSObjectProtocol {
  func testCaseWillStart(_ testCase: XCTestCase)
  func testCaseDidFinish(_ testCase: XCTestCase)
  func testBundleDidFinish(_ testBundle: Bundle)
}

open class XCTestObservationCenter: NSObject {
  public nonisolated(unsafe) static let shared = XCTestObservationCenter()
  public private(set) var observers: [any XCTestObservation] = []

  /// Stops the process off the main thread, as the real one does.
  open func addTestObserver(_ testObserver: any XCTestObservation) {
    precondition(Thread.isMainThread, "Test observers can only be added on the main thread.")
    observers.append(testObserver)
  }
}
