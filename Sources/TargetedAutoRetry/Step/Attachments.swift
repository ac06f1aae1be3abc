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

extension AttachedFile {
  /// Adds it to the report of the test; true if that keeps it.
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
      // Otherwise a test that passes, as one that recovers does, would drop it.
      attachment.lifetime = .keepAlways
      testCase.add(attachment)
      return true
    }

    private var uniformTypeIdentifier: String {
      // JSON Lines have no type of their own.
      let type = name.split(separator: ".").last.map { $0.lowercased() == "jsonl" ? "json" : String($0) }
      return (type.flatMap { UTType(filenameExtension: $0) } ?? .data).identifier
    }
  }
#else
  extension AttachedFile {
    /// True if Swift Testing has a folder for them.
    private static let areKept = CommandLine.arguments.contains { $0.hasSuffix("attachments-path") }

    /// XCTest on Linux has no attachments.
    private func attachInXCTest(to testCase: XCTestCase?) -> Bool { false }
  }
#endif

/// The files that are attached to an attempt while its hook runs, from any thread.
final class AttemptAttachments: Sendable {
  /// The maximum number of files: a row of the records has room for so many.
  static let mostFiles = 8

  private struct State {
    var isOpen = true
    var count = 0
    var paths: [String] = []
  }

  private let state = Locked(State())
  /// Adds a file to the test's report and the records, unless it is refused; returns the path beside the records.
  private let keep: @Sendable (AttachedFile, _ refusal: String?) -> String?

  init(_ keep: @escaping @Sendable (AttachedFile, String?) -> String?) {
    self.keep = keep
  }

  var paths: [String] { state.withLock { $0.paths } }

  func attach(_ file: AttachedFile) {
    let refusal: String? = state.withLock { state in
      if !state.isOpen { return "attach before collectEvidence(of:) returns" }
      if file.bytes.count > AttachedFile.mostBytes {
        return "it has more than \(AttachedFile.mostBytes / 1_000_000) MB"
      }
      if state.count == Self.mostFiles { return "an attempt has at most \(Self.mostFiles) attachments" }
      state.count += 1
      return nil
    }
    if let path = keep(file, refusal) { state.withLock { $0.paths.append(path) } }
  }

  func close() { state.withLock { $0.isOpen = false } }
}
