import Foundation
import TargetedAutoRetry
import XCTest

extension XCTestCase {
  fileprivate func captured(_ body: () -> Void) -> String {
    let pipe = Pipe()
    fflush(nil)
    let output = dup(STDOUT_FILENO)
    dup2(pipe.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
    body()
    fflush(nil)
    dup2(output, STDOUT_FILENO)
    close(output)
    pipe.fileHandleForWriting.closeFile()
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}

/// Tests that capture what their own code prints.
final class CapturedFixture: RetryableTestCase {
  func testStepInCapturedOutput() {
    let text = captured { step("Run Tool") { print("hello") } }
    XCTAssertEqual(text, "hello\n")
  }

  func testCapturedOutputInStep() {
    step("Check Output") {
      let text = captured { step("Run Tool") { print("hello") } }
      XCTAssertEqual(text, "hello\n")
    }
  }

  /// The descriptors of files that the test opens afterwards are those that it has closed.
  func testClosesForeignDescriptors() {
    step("Before")
    for descriptor in (STDERR_FILENO + 1)..<64 {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
      // Dispatch would crash without its own.
      if target?.hasPrefix("anon_inode:") == false { close(descriptor) }
    }
    let files = (0..<64).map { _ in tmpfile() }
    step("After")
    for file in files.compactMap({ $0 }) {
      fseek(file, 0, SEEK_END)
      XCTAssertEqual(ftell(file), 0)
    }
  }
}

/// The library begins while the output is captured.
final class PlainCapturedFixture: FixtureTestCase {
  func testFirstStepInCapturedOutput() {
    let text = captured { step("Run Tool") { print("hello") } }
    XCTAssertTrue(text.contains("hello"))
    step("After")
  }

  func testNextStepInCapturedOutput() {
    let text = captured { step("Run Tool") { print("hello") } }
    XCTAssertEqual(text, "hello\n")
  }
}

/// All tests of a class are captured.
final class CapturedClassFixture: RetryableTestCase {
  nonisolated(unsafe) private static var output: Int32 = 0
  private static let pipe = Pipe()

  override class func setUp() {
    fflush(nil)
    output = dup(STDOUT_FILENO)
    dup2(pipe.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
  }

  override class func tearDown() {
    fflush(nil)
    dup2(output, STDOUT_FILENO)
    close(output)
    pipe.fileHandleForWriting.closeFile()
    print(String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
  }

  func testCaptured() { step("Captured") }
}
