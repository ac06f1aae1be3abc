import Foundation

public struct XCTIssue {
  public enum IssueType: Sendable {
    case assertionFailure
    case thrownError
  }

  public var type: IssueType
  public var compactDescription: String
  public var sourceCodeContext: XCTSourceCodeContext
  public var associatedError: (any Error)?

  public init(
    type: IssueType,
    compactDescription: String,
    sourceCodeContext: XCTSourceCodeContext = XCTSourceCodeContext(),
    associatedError: (any Error)? = nil
  ) {
    self.type = type
    self.compactDescription = compactDescription
    self.sourceCodeContext = sourceCodeContext
    self.associatedError = associatedError
  }
}

public final class XCTSourceCodeContext: NSObject {
  public let location: XCTSourceCodeLocation?

  public init(location: XCTSourceCodeLocation? = nil) {
    self.location = location
  }
}

public final class XCTSourceCodeLocation: NSObject {
  public let fileURL: URL
  public let lineNumber: Int

  public init(filePath: String, lineNumber: Int) {
    fileURL = URL(fileURLWithPath: filePath)
    self.lineNumber = lineNumber
  }
}

public final class XCTExpectedFailure: NSObject {
  public final class Options: NSObject {
    public static func nonStrict() -> Options { Options() }
  }
}

/// Runs the block. The effect of the real one on issues that are held back is not known.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTExpectFailure<Result>(
  _ failureReason: String? = nil,
  options: XCTExpectedFailure.Options,
  failingBlock: () throws -> Result
) rethrows -> Result {
  try failingBlock()
}

/// An error that skips the test.
public struct XCTSkip: Error {
  public let message: String? = nil

  public init() {}
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {
  let location = XCTSourceCodeLocation(filePath: file.description, lineNumber: Int(line))
  XCTestCase.current?.record(
    XCTIssue(
      type: .assertionFailure,
      compactDescription: "failed - \(message)",
      sourceCodeContext: XCTSourceCodeContext(location: location)
    )
  )
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {
  if (try? expression()) != true { XCTFail("XCTAssertTrue failed \(message())", file: file, line: line) }
}
