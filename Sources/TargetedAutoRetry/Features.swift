/// The features that are more than steps.
///
/// Each is a folder, which nothing but lines of this file names. The rest builds without the folder and its lines.
enum Features {
  static func makeRunKeeper() -> (any RunKeeper)? {
    let keepers: [any RunKeeper] = [
      FlakyTest()
    ]
    return keepers.first
  }

  static func makeSinks(_ variables: inout SteeringVariables) -> [any RetryEventSink] {
    let sinks: [(any RetryEventSink)?] = [
      RecordFile(&variables)
    ]
    return sinks.compactMap { $0 }
  }

  /// Files for the test report of a step that recovered.
  static func makeAttachments(to recovery: RetryEvent, at now: Duration) -> [AttachedFile] {
    let files: [AttachedFile?] = [
      StepRow.file(of: recovery, at: now)
    ]
    return files.compactMap { $0 }
  }
}
