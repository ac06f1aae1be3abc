import Foundation

/// The thread sanitizer, which makes frames larger and processes slower.
enum ThreadSanitizer {
  static let isOn = dlsym(nil, "__tsan_init") != nil
}
