internal import Testing
internal import XCTest

struct AttemptAttachments: Sendable {
  private let kept = Locked<[String]>([])
  /// Returns the path of the file, if a sink stores it.
  let keep: @Sendable (AttachedFile) -> String?

  var paths: [String] { kept.withLock { $0 } }

  func attach(_ file: AttachedFile) {
    if let path = keep(file) { kept.withLock { $0.append(path) } }
  }
}

struct AttachedFile: Sendable {
  static let mostBytes = 10_000_000

  let name: String
  let bytes: [UInt8]

  /// Reads one byte more than the limit: enough to see that a file is too large, even if the collection is endless.
  init(name: String, bytes: some Collection<UInt8>, atMost limit: Int = Self.mostBytes) {
    self.name = name
    self.bytes = Array(bytes.prefix(limit + 1))
  }

  var problem: String? {
    bytes.count > Self.mostBytes ? "it has more than \(Self.mostBytes / 1_000_000) MB" : nil
  }

  var safeName: String {
    let parts = name.asPathPart.drop { $0 == "." }.split(separator: ".", omittingEmptySubsequences: false)
    var type = parts.count > 1 ? ".\(parts[parts.count - 1].prefix(8))" : ""
    let stem = String(parts.dropLast(type.isEmpty ? 0 : 1).joined(separator: ".").prefix(30))
    // Readers would take a `.jsonl` file for records.
    if type == ".jsonl" { type = ".txt" }
    // The report compares files with the same name, so different names must stay different.
    let difference = stem + type == name ? "" : "-\(name.stableHash)"
    return (stem.isEmpty ? "attachment" : stem) + difference + type
  }

  /// - Returns: Whether the test report keeps the file.
  func attach(to testCase: XCTestCase?, at callSite: CallSite) -> Bool {
    if Test.current == nil { return attachInXCTest(to: testCase) }
    Attachment.record(bytes, named: safeName, sourceLocation: callSite.sourceLocation)
    return Self.areKept
  }
}

#if canImport(Darwin)
  internal import Foundation
  internal import UniformTypeIdentifiers

  extension AttachedFile {
    /// Xcode keeps them in its report.
    private static let areKept = true

    @discardableResult
    func attachInXCTest(to testCase: XCTestCase?) -> Bool {
      guard let testCase else { return false }
      let attachment = XCTAttachment(data: Data(bytes), uniformTypeIdentifier: uniformTypeIdentifier)
      attachment.name = name
      // Otherwise XCTest would drop it if the test passes, as a recovered one does.
      attachment.lifetime = .keepAlways
      testCase.add(attachment)
      return true
    }

    private var uniformTypeIdentifier: String {
      // There is no uniform type identifier for JSON Lines.
      let type = name.split(separator: ".").last.map { $0.lowercased() == "jsonl" ? "json" : String($0) }
      return (type.flatMap { UTType(filenameExtension: $0) } ?? .data).identifier
    }
  }
#else
  extension AttachedFile {
    /// Swift Testing keeps none unless it was given a folder for them.
    private static let areKept = CommandLine.arguments.contains { $0.hasSuffix("attachments-path") }

    /// XCTest on Linux has no attachments.
    private func attachInXCTest(to testCase: XCTestCase?) -> Bool { false }
  }
#endif
