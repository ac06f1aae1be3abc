internal import Foundation

/// The thread and the task that the current code runs on, as far as it matters whose code it is.
struct CodePlace: Equatable, Sendable {
  let isMainThread: Bool
  /// Tells the task from others; nil on a thread that runs none.
  let task: Int?

  static var current: CodePlace {
    CodePlace(isMainThread: Thread.isMainThread, task: withUnsafeCurrentTask { $0?.hashValue })
  }
}
