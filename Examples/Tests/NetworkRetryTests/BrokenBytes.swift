import FlyingFox
import FlyingSocks
import Foundation

/// A body that breaks off after its first bytes, and the connection with it.
struct BrokenBytes: AsyncBufferedSequence {
  struct Iterator: AsyncBufferedIteratorProtocol {
    private var isBegun = false

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if isBegun { throw URLError(.networkConnectionLost) }
      isBegun = true
      return Array("A".utf8)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator() }
}
