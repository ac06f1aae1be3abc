#if canImport(Darwin)
  /// The depth of the run loops of a thread; not known on Apple platforms.
  ///
  /// XCUITest spins the run loop of the main thread, at moments that no Mac has shown yet (`Tests/OnAMac`). Code there counts
  /// as code of the attempt on the main thread.
  struct RunLoopPlace {
    static var current: RunLoopPlace { RunLoopPlace() }

    var isAroundForeignBlock: Bool { false }
  }
#else
  internal import CoreFoundation
  internal import Foundation
  internal import Glibc

  /// The depth of a thread's run loops at the start of an attempt; it tells foreign blocks from the attempt's own code.
  ///
  /// A block on the main queue, a timer or a perform that runs in a nested run loop has the task-local values of the
  /// code that spins the loop, although other code may have scheduled it. A task that the loop runs has values of its
  /// own; one that a foreign block starts inherits the spinner's, and cannot be told from a task of the attempt.
  struct RunLoopPlace {
    private let loops: ObjectIdentifier
    private let task: Int?
    private let depth: Int

    /// The place of the current code; from now on, the run loop of this thread is watched.
    static var current: RunLoopPlace {
      let loops = RunLoops.watched
      return RunLoopPlace(loops: ObjectIdentifier(loops), task: currentTask, depth: loops.spinners.count)
    }

    /// True if the current code is a block of a run loop that was spun inside this place.
    var isAroundForeignBlock: Bool {
      guard let loops = RunLoops.ofThread else { return false }
      if loops.runsInUnwatchedMode { return true }
      guard let spinner = loops.spinners.last, spinner == Self.currentTask else { return false }
      guard spinner == task, ObjectIdentifier(loops) == self.loops else { return spinner != nil }
      return loops.spinners.count > depth
    }

    /// The address of the task; its hash value takes long to compute.
    fileprivate static var currentTask: Int? {
      withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: Int.self) } }
    }
  }

  /// The running run loops of one thread, each inside the one before.
  private final class RunLoops {
    /// The task that spins each loop; nil for code outside any task.
    private(set) var spinners: [Int?] = []
    private var observer: CFRunLoopObserver?
    private let loop = CFRunLoopGetCurrent()

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key) { $0.map { Unmanaged<RunLoops>.fromOpaque($0).release() } }
      return key
    }()

    /// Nil if the thread is not watched; each step that withholds asks, and a thread's dictionary is slower.
    static var ofThread: RunLoops? {
      pthread_getspecific(key).map { Unmanaged<RunLoops>.fromOpaque($0).takeUnretainedValue() }
    }

    static var watched: RunLoops {
      let loops = ofThread ?? RunLoops()
      // A loop in a mode of its own is watched from the first attempt that begins in it.
      if let mode = loops.mode { CFRunLoopAddObserver(loops.loop, loops.observer, mode) }
      return loops
    }

    private init() {
      pthread_setspecific(Self.key, Unmanaged.passRetained(self).toOpaque())
      let activities: CFRunLoopActivity = [.entry, .exit]
      observer = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, true, .min) { [weak self] _, activity in
        if activity == .entry {
          self?.spinners.append(RunLoopPlace.currentTask)
        } else {
          // A loop that ran before its thread was watched is not known.
          _ = self?.spinners.popLast()
        }
      }
      CFRunLoopAddObserver(loop, observer, kCFRunLoopCommonModes)
    }

    var runsInUnwatchedMode: Bool { mode.map { !CFRunLoopContainsObserver(loop, observer, $0) } ?? false }

    /// The mode in which a loop of the thread runs now; nil if none runs.
    private var mode: CFRunLoopMode? { CFRunLoopCopyCurrentMode(loop) }
  }
#endif
