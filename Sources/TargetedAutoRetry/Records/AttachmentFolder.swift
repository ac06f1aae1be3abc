internal import Foundation

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The folder beside the records for what the attempts of one run have attached.
struct AttachmentFolder: Sendable {
  /// The most bytes that the files of a run may have in all.
  static let mostBytes = 200_000_000

  /// A run has no more room.
  struct IsFull: Error, CustomStringConvertible {
    let mostBytes: Int

    var description: String { "the attachments of a run have at most \(mostBytes.asSize)" }
  }

  let folder: URL
  var mostBytes = Self.mostBytes

  /// Writes a file that is not there yet.
  ///
  /// - Returns: Its path from the folder of the records on.
  func write(_ bytes: [UInt8], named name: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard size + bytes.count <= mostBytes else { throw IsFull(mostBytes: mostBytes) }
    let (file, name) = try create(name)
    do {
      defer { file.close() }
      try file.append(bytes)
    } catch {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      throw error
    }
    return "\(folder.lastPathComponent)/\(name)"
  }

  /// How many bytes the files have that all processes of the run have written so far.
  private var size: Int {
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
    return (files ?? []).reduce(0) { sum, file in
      sum + ((try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
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
        guard error.code == EEXIST, number < AttemptAttachments.mostFiles else { throw error }
      }
      number += 1
    }
  }
}
