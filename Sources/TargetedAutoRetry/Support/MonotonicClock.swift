#if canImport(Darwin)
  internal import Darwin
#else
  // Both imports: the owner of `timespec` depends on the file that the compiler reads first.
  internal import CoreFoundation
  internal import Glibc
#endif

/// A clock that never goes back, and goes on while the machine sleeps: `ContinuousClock` at a third of the cost.
enum MonotonicClock {
  static var now: Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    // The sum of two durations from generic numbers would cost ten times as much.
    return Duration(secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
  }

  #if canImport(Darwin)
    private static let clock = CLOCK_MONOTONIC_RAW
  #else
    private static let clock = CLOCK_BOOTTIME
  #endif
}
