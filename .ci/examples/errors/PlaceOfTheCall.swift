// error: cannot convert value of type 'String' to expected argument type 'StaticString'
import TargetedAutoRetry
import XCTest

final class PlaceOfTheCallTests: XCTestCase, TargetedAutoRetry {
  func signIn(file: String = #filePath, line: Int = #line) {
    autoRetry(mainAction: {}, successCondition: { true }, file: file, line: line)
  }
}
