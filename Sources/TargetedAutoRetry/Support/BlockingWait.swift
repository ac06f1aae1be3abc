internal import Foundation

/// Waits without giving up the calling thread.
enum BlockingWait {}

#if canImport(Darwin)
  extension BlockingWait {
    /// Spins the run loop on the main thread, so that UI events and main-actor work go on.
    static func wait(_ duration: Duration) {
      guard Thread.isMainThread else { return Thread.sleep(forTimeInterval: duration.timeInterval) }
      let end = Date(timeIntervalSinceNow: duration.timeInterval)
      while Date() < end {
        // It returns at once where the run loop has nothing to wait for.
        if !RunLoop.main.run(mode: .default, before: end) {
          Thread.sleep(forTimeInterval: min(0.01, max(0, end.timeIntervalSinceNow)))
        }
      }
    }
  }
#else
  extension BlockingWait {
    static func wait(_ duration: Duration) {
      Thread.sleep(forTimeInterval: duration.timeInterval)
    }
  }
#endif
