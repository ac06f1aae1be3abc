// error: no exact matches in call to instance method 'autoRetry'
import TargetedAutoRetry
import XCTest

final class PlaceOfTheCallTests: XCTestCase, TargetedAutoRetry {
  func signIn(file: String = #filePath, line: Int = #line) {
    autoRetry(mainAction: {}, successCondition: { true }, file: file, line: line)
  }
}
