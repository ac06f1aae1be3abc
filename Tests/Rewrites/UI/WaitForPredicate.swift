import TargetedAutoRetry
import Testing
import XCTest

// Waits until a predicate is true of an element; the place of the call comes as a `String`.

// before
extension Before {
  func waitFor(
    _ element: XCUIElement,
    with predicateString: String,
    timeout: TimeInterval = 5,
    file: String = #filePath,
    line: UInt = #line
  ) {
    let predicate = NSPredicate(format: predicateString)
    let expectation = XCTNSPredicateExpectation(predicate: predicate, object: element)
    let result = XCTWaiter().wait(for: [expectation], timeout: timeout)
    if result != .completed {
      let message = "Expect predicate \(predicateString) for \(element.label)"
      var issue = XCTIssue(type: .assertionFailure, compactDescription: message)
      let location = XCTSourceCodeLocation(filePath: file, lineNumber: Int(line))
      issue.sourceCodeContext = XCTSourceCodeContext(location: location)
      record(issue)
    }
  }
}

// after
extension After {
  func waitFor(
    _ element: XCUIElement,
    with predicateString: String,
    timeout: TimeInterval = 5,
    file: String = #filePath,
    line: UInt = #line
  ) {
    let predicate = NSPredicate(format: predicateString)
    withCallPlace(file: file, line: line) {
      autoWait("\(element.label) \(predicateString)", for: .seconds(timeout)) { predicate.evaluate(with: element) }
    }
  }
}

// test
@Test(arguments: [(3, true), (7, false)])
func `a predicate is waited for, and its failure is at the place that is a String`(seconds: Int, succeeds: Bool) async {
  let visits = await Comparison {
    let app = FakeApplication()
    app.elements = ["Name"]
    app.after(.seconds(seconds)) { $0.values["Name"] = "Ada" }
    return app
  } before: {
    $0.waitFor($0.app.textFields["Name"], with: "value == 'Ada'", file: "/src/Login.swift", line: 12)
  } after: {
    $0.waitFor($0.app.textFields["Name"], with: "value == 'Ada'", file: "/src/Login.swift", line: 12)
  }
  for visit in visits.both {
    #expect(visit.failures.map(\.file) == (succeeds ? [] : ["Login.swift"]))
    #expect(visit.failures.map(\.line) == (succeeds ? [] : [12]))
    #expect(visit.failures.allSatisfy { $0.message.contains("value == 'Ada'") })
  }
}
