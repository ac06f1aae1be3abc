internal import Foundation

struct Steering: Sendable {
  /// The number of retries that replaces every step's; 0 is the hunt for flakes.
  var retryAttempts: Int?
  /// The names of the steps to rehearse: their first attempts count as failed, so that their reset steps run.
  var rehearsal: NSRegularExpression?
  var failsOnRecovery = false
  var burnIn: BurnIn?
  var patience = 1.0

  var patienceText: String {
    if patience == 1 { return "" }
    let factor = Int(exactly: patience).map(String.init) ?? "\(patience)"
    return ", times \(factor) by \(EnvironmentVariable.patience.name)"
  }

  static let rehearsalCause = "\(EnvironmentVariable.rehearse.name): the first attempt counts as failed"
}

extension Steering {
  init(_ variables: inout SteeringVariables) {
    retryAttempts = variables.value(of: .attempts, parse: Self.count)
    failsOnRecovery = variables.value(of: .failOnRecovery, parse: Self.flag) ?? false
    burnIn = variables.value(of: .burnIn, parse: BurnIn.init)
    patience = variables.value(of: .patience, parse: Self.factor) ?? 1
    rehearsal = variables.value(of: .rehearse) { try? NSRegularExpression(pattern: $0) }
  }

  func rehearses(_ step: String) -> Bool {
    rehearsal?.firstMatch(in: step, range: NSRange(step.startIndex..., in: step)) != nil
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "true", "yes", "on": true
    case "0", "false", "no", "off": false
    default: nil
    }
  }

  private static func count(_ text: String) -> Int? { Int(text).flatMap { $0 >= 0 ? $0 : nil } }

  private static func factor(_ text: String) -> Double? { Double(text).flatMap { $0 > 0 && $0 <= 1_000 ? $0 : nil } }
}

/// The step that a run repeats after it has passed, to prove that it is no longer flaky.
struct BurnIn: Equatable, Sendable {
  /// The maximum number of repetitions: more would take too long.
  static let most = 100_000

  let name: String
  let count: Int

  /// - Parameter text: A name and a number, such as `Sign In=59`. The name may have an equals sign.
  init?(_ text: String) {
    guard let sign = text.lastIndex(of: "="), let count = Int(text[text.index(after: sign)...]),
      (1...Self.most).contains(count), sign > text.startIndex
    else { return nil }
    name = String(text[..<sign])
    self.count = count
  }
}
