#if canImport(Darwin)
  typealias PlatformLog = ActivityLog
#else
  typealias PlatformLog = ConsoleLog
#endif
