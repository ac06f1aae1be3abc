import Foundation

/// Tests that fail on purpose.
///
/// They run only in a child process, which ``TestBinary`` starts and arms.
enum Fixtures {
  static let variable = "AUTO_RETRY_FIXTURES"

  static let areArmed = ProcessInfo.processInfo.environment[variable] != nil
}
