import Foundation
import Testing

@testable import TargetedAutoRetry

@Suite struct AttachmentFolderTests {
  @Test func `the folder is listed once for many small files, and again in the next second`() throws {
    try withTemporaryFolder { folder in
      var files = AttachmentFolder(folder: folder.appendingPathComponent("attachments"))
      for number in 0..<500 { _ = try files.write([1], named: "\(number).txt", at: .milliseconds(number)) }
      #expect(files.listings == 1)
      _ = try files.write([1], named: "later.txt", at: .seconds(1))
      #expect(files.listings == 2)
    }
  }

  /// Eight processes take random turns with files of any size; they learn of each other only by listing the folder.
  @Test func `processes that share a folder keep to the limit together, and list it seldom`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("attachments")
      let limit = 100_000
      var random = SeededNumbers(seed: 9)
      var processes = (0..<8).map { _ in AttachmentFolder(folder: path, mostBytes: limit) }
      var (size, refused) = (0, 0)
      for number in 0..<2_000 {
        let bytes = [UInt8](repeating: 0, count: Int(random.next() % 200))
        let process = Int(random.next() % 8)
        do {
          _ = try processes[process].write(bytes, named: "\(number).txt", at: .zero)
          size += bytes.count
        } catch is AttachmentFolder.IsFull {
          refused += 1
        }
      }
      #expect(refused > 500)
      #expect(size <= limit + 7 * limit / 100 && size > limit - 200)
      #expect(processes.reduce(0) { $0 + $1.listings } < 500)
    }
  }

  @Test func `a full folder is not listed for each file that it has no room for`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("attachments")
      var files = AttachmentFolder(folder: path, mostBytes: 10)
      _ = try files.write([1, 2, 3, 4, 5, 6], named: "first.txt", at: .zero)
      for number in 0..<100 {
        #expect(throws: AttachmentFolder.IsFull.self) {
          _ = try files.write([1, 2, 3, 4, 5, 6], named: "\(number).txt", at: .zero)
        }
      }
      #expect(files.listings == 1)
      try FileManager.default.removeItem(at: path)
      #expect(try files.write([1, 2, 3, 4, 5, 6], named: "next.txt", at: .seconds(1)) == "attachments/next.txt")
    }
  }
}
