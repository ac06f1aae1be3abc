internal import Testing
internal import XCTest

/// A file that belongs to a failed attempt, such as a screenshot or a page source.
struct AttachedFile: Sendable {
  static let mostBytes = 10_000_000

  let name: String
  let bytes: [UInt8]

  /// One byte more than the limit shows that a file is too large, so no more of an endless collection is read.
  init(name: String, bytes: some Collection<UInt8>, atMost limit: Int = Self.mostBytes) {
    self.name = name
    self.bytes = Array(bytes.prefix(limit + 1))
  }

  var safeName: String {
    let parts = name.asPathPart.drop { $0 == "." }.split(separator: ".", omittingEmptySubsequences: false)
    let type = parts.count > 1 ? ".\(parts[parts.count - 1].prefix(8))" : ""
    let stem = String(parts.dropLast(type.isEmpty ? 0 : 1).joined(separator: ".").prefix(30))
    // Readers take files of that type for records.
    return (stem.isEmpty ? "attachment" : stem) + (type == ".jsonl" ? ".txt" : type)
  }
}

struct TestAttachment {
  let file: AttachedFile
  /// The test case of the step, if the step was called on one.
  let testCase: XCTestCase?
  let callSite: CallSite

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

  extension TestAttachment {
    func addToXCTest() {
      guard let testCase = testCase ?? RunningTestCase.current?.testCase else { return }
      let attachment = XCTAttachment(data: Data(file.bytes), uniformTypeIdentifier: file.uniformTypeIdentifier)
      attachment.name = file.name
      // Otherwise a test that passes, as one that recovers does, would drop it.
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
    /// XCTest on Linux has no attachments.
    func addToXCTest() {}
  }
#endif
