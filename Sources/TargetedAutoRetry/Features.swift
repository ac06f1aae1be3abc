/// The rooms of the library, which add more than steps.
///
/// Each is a folder, which only whole lines of this file name. Without the folder and those lines, the rest builds.
enum Features: FeatureSet {
  typealias Keeper = FlakyTest

  static func makeSink(_ variables: inout SteeringVariables) -> (any RetryEventSink)? { RecordFile(&variables) }

  static func makeFile(of event: RetryEvent, at now: Duration) -> AttachedFile? { StepRow.file(of: event, at: now) }
}

#if canImport(Darwin)
  extension Features {
    static func makeLog(on console: ConsoleLog) -> any RetryEventSink { ActivityLog(console: console) }
  }
#endif

/// What rooms add to the core, each with the default that applies without its room.
protocol FeatureSet {
  /// Decides how often a test runs.
  associatedtype Keeper: RunKeeper = SingleRun

  static func makeLog(on console: ConsoleLog) -> any RetryEventSink

  static func makeSink(_ variables: inout SteeringVariables) -> (any RetryEventSink)?

  /// A file for the test report of a step that recovered; the event is its end.
  static func makeFile(of event: RetryEvent, at now: Duration) -> AttachedFile?
}

extension FeatureSet {
  static func makeLog(on console: ConsoleLog) -> any RetryEventSink { console }

  static func makeSink(_ variables: inout SteeringVariables) -> (any RetryEventSink)? { nil }

  static func makeFile(of event: RetryEvent, at now: Duration) -> AttachedFile? { nil }
}
