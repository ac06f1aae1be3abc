import Foundation

/// A value that any thread may read and change.
@dynamicMemberLookup
final class Shared<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }

  subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { withLock { $0[keyPath: member] } }
}
