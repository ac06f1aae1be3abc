import Testing

@testable import TargetedAutoRetry

@Suite struct EnvironmentVariableTests {
  private let log = EnvironmentVariable.log

  @Test func `a variable that is not set is nil without a warning`() {
    #expect(log.value(in: [:], warn: { Issue.record("\($0)") }, parse: LogLevel.init(rawValue:)) == nil)
  }

  @Test(arguments: LogLevel.allCases)
  func `each log level can be set`(level: LogLevel) {
    let value = log.value(
      in: ["AUTO_RETRY_LOG": level.rawValue],
      warn: { Issue.record("\($0)") },
      parse: LogLevel.init(rawValue:)
    )
    #expect(value == level)
  }

  @Test(arguments: ["", "ALL", "verbose"])
  func `a value that cannot be read is nil, with one warning that names it`(text: String) {
    var warnings: [String] = []
    let value = log.value(
      in: ["AUTO_RETRY_LOG": text],
      warn: { warnings.append($0) },
      parse: LogLevel.init(rawValue:)
    )
    #expect(value == nil)
    #expect(
      warnings == [
        "warning: AUTO_RETRY_LOG is \"\(text)\", and must be all, retries or off. The default applies."
      ]
    )
  }
}
