internal import Testing
internal import XCTest

/// A file for the report of a test, in the form of its framework.
struct TestAttachment {
  let file: AttachedFile
  /// The test case of the step, if the step was called on one.
  let testCase: XCTestCase?
  let callSite: CallSite

  /// Adds the file to the test; XCTest on Linux has no attachments.
  func add() {
    if Test.current != nil {
      Attachment.record(file.bytes, named: file.safeName, sourceLocation: callSite.sourceLocation)
    } else {
      addToXCTest()
    }
  }
}

#if canImport(Darwin)
  internal import Foundation
  internal import XCTest

  extension TestAttachment {
    /// Adds the file to the test case, and keeps it although the test passes.
    func addToXCTest() {
      guard let testCase = testCase ?? RunningTestCase.current else { return }
      let attachment = XCTAttachment(data: Data(file.bytes), uniformTypeIdentifier: file.uniformTypeIdentifier)
      attachment.name = file.name
      attachment.lifetime = .keepAlways
      testCase.add(attachment)
    }
  }

  extension AttachedFile {
    fileprivate var uniformTypeIdentifier: String {
      switch name.split(separator: ".").last?.lowercased() {
      case "png": "public.png"
      case "jpg", "jpeg": "public.jpeg"
      case "heic": "public.heic"
      case "gif": "com.compuserve.gif"
      case "mp4": "public.mpeg-4"
      case "json", "jsonl": "public.json"
      case "html": "public.html"
      case "xml": "public.xml"
      case "txt", "log": "public.plain-text"
      default: "public.data"
      }
    }
  }
#else
  extension TestAttachment {
    func addToXCTest() {}
  }
#endif
