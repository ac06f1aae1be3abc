internal import Foundation

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The folder of the attachments of one run, beside the records.
///
/// All processes of the run write to it. A listing for each file would take ever longer, so the folder is listed at the
/// first file of each second, and when this process has used an eighth of the room that it last saw, or a hundredth of
/// the limit. Each other process can exceed the limit by that much.
struct AttachmentFolder: Sendable {
  /// The maximum number of bytes of all files of a run.
  static let mostBytes = 200_000_000

  struct IsFull: Error, CustomStringConvertible {
    let mostBytes: Int

    var description: String { "the attachments of a run have at most \(mostBytes.asSize)" }
  }

  private struct Listing {
    let instant: Duration
    /// The bytes that all processes of the run had written at that time.
    let size: Int
    /// The bytes that this process has written since.
    var written = 0
  }

  let folder: URL
  let mostBytes: Int
  private var last: Listing?
  private(set) var listings = 0

  init(folder: URL, mostBytes: Int = Self.mostBytes) {
    self.folder = folder
    self.mostBytes = mostBytes
  }

  /// Writes a new file.
  ///
  /// - Returns: Its path, relative to the folder of the records.
  mutating func write(_ bytes: [UInt8], named name: String, at now: Duration) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard hasRoom(for: bytes.count, at: now) else { throw IsFull(mostBytes: mostBytes) }
    let (file, name) = try create(name)
    do {
      defer { file.close() }
      try bytes.withUnsafeBufferPointer { try file.append($0) }
    } catch {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      throw error
    }
    last?.written += bytes.count
    return "\(folder.lastPathComponent)/\(name)"
  }

  private mutating func hasRoom(for count: Int, at now: Duration) -> Bool {
    if let last, now - last.instant < .seconds(1) {
      let room = mostBytes - last.size
      // The folder has at least the bytes that are known.
      if last.written + count > room { return false }
      if last.written + count <= min(room / 8, mostBytes / 100) { return true }
    }
    let size = Self.size(ofFilesIn: folder.path)
    last = Listing(instant: now, size: size)
    listings += 1
    return size + count <= mostBytes
  }

  private static func size(ofFilesIn path: String) -> Int {
    let folder = URL(fileURLWithPath: path)
    let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey]
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))
    return (files ?? []).reduce(0) { sum, file in
      let values = try? file.resourceValues(forKeys: keys)
      return sum + (values?.isRegularFile == true ? values?.fileSize ?? 0 : 0)
    }
  }

  /// Two attachments of an attempt may have the same name.
  private func create(_ name: String) throws -> (AppendOnlyFile, name: String) {
    var number = 1
    while true {
      let numbered = number == 1 ? name : "\(number)-\(name)"
      let path = folder.appendingPathComponent(numbered).path
      do {
        return (try AppendOnlyFile(newAt: path), numbered)
      } catch {
        guard error.code == EEXIST, number < StepAttachments.mostFiles else { throw error }
      }
      number += 1
    }
  }
}
