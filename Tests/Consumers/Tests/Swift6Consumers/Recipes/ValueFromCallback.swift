import Foundation
import TargetedAutoRetry

func value<Value: Sendable>(
  from start: (@escaping @Sendable (Value) -> Void) -> Void
) throws -> Value {
  let lock = NSLock()
  nonisolated(unsafe) var answer: Value?
  start { value in lock.withLock { answer = value } }
  return try CurrentTest().autoWait("Callback", for: .seconds(5)) {
    lock.withLock { answer }
  }
}
