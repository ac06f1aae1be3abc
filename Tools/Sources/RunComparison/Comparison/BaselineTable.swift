package import RetryReport

/// The text of a baseline: a table for each action, in which each part of a run has a column.
struct BaselineTable: Codable {
  /// The counts of one action, by the kind of cause and the test.
  struct Action: Codable {
    let action: String
    var tests: [String: Columns<Rate>] = [:]
    var causes: [String: [String: Columns<Int>]] = [:]
    /// The steps that failed in the end; `nil` if none did, as in a baseline of version 4.
    var failed: Columns<Int>?
  }

  private var version = Baseline.newestVersion
  private let parts: [RunPart]
  /// The actions, in the order of their names.
  private let actions: [Action]
  let alarms: [Alarm]

  init(_ baseline: Baseline) {
    (parts, alarms) = (baseline.parts.map(\.part), baseline.alarms)
    let empty = (rate: Columns<Rate>(count: parts.count), steps: Columns<Int>(count: parts.count))
    var actions: [String: Action] = [:]
    for (column, part) in baseline.parts.enumerated() {
      for (name, counts) in part.actions {
        if counts.failed > 0 {
          actions[name, default: Action(action: name)].failed = actions[name]?.failed ?? empty.steps
          actions[name]?.failed?.values[column] = counts.failed
        }
        for (test, counts) in counts.tests {
          actions[name, default: Action(action: name)].tests[test, default: empty.rate].values[column] = counts.failures
          for (kind, steps) in counts.kinds {
            actions[name]?.causes[kind.text, default: [:]][test, default: empty.steps].values[column] = steps
          }
        }
      }
    }
    self.actions = actions.values.sorted { $0.action < $1.action }
  }

  var isPlausible: Bool {
    Set(parts).count == parts.count && Set(actions.map(\.action)).count == actions.count
      && actions.flatMap(\.tests.values).allSatisfy { $0.count == parts.count }
      && (actions.flatMap(\.causes.values).flatMap(\.values) + actions.compactMap(\.failed)).allSatisfy { steps in
        steps.count == parts.count && steps.values.values.allSatisfy(Rate.numbers.contains)
      }
  }

  var runs: [RunCounts] {
    var runs = parts.map(RunCounts.init)
    for action in actions {
      for (test, columns) in action.tests {
        for (column, failures) in columns.values {
          runs[column].actions[action.action, default: ActionCounts()].tests[test] = TestCounts(failures)
        }
      }
      for (column, steps) in action.failed?.values ?? [:] { runs[column].actions[action.action]?.failed = steps }
      for (text, tests) in action.causes {
        let kind = CauseKind(text: text)
        for (test, columns) in tests {
          for (column, steps) in columns.values {
            runs[column].actions[action.action]?.tests[test]?.kinds[kind] = steps
          }
        }
      }
    }
    return runs
  }
}

/// A value for each part of a run that has one, written as their descriptions, such as `100 5/100 - 100`.
struct Columns<Value: LosslessStringConvertible> {
  let count: Int
  /// The values, by column.
  var values: [Int: Value] = [:]
}

extension Columns: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self).split(separator: " ")
    self.init(count: parts.count)
    for (place, part) in parts.enumerated() where part != "-" {
      guard let value = Value(String(part)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(part)\"")
      }
      values[place] = value
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode((0..<count).map { values[$0]?.description ?? "-" }.joined(separator: " "))
  }
}

extension Rate: LosslessStringConvertible {
  /// Such as `100` or `5/100`: failures of steps.
  package var description: String { count == 0 ? "\(total)" : "\(count)/\(total)" }

  /// Fails for impossible numbers.
  package init?(_ description: String) {
    let numbers = description.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(Self.number)
    guard let total = numbers.last ?? nil, let count = numbers.count == 2 ? numbers[0] : 0, count <= total else {
      return nil
    }
    self.init(count: count, total: total)
  }

  /// The numbers that are accepted, because larger ones would keep the statistics busy for minutes.
  static let numbers = 0...10_000_000

  private static func number(_ text: Substring) -> Int? {
    guard text.first?.isWholeNumber == true else { return nil }
    return Int(text).flatMap { numbers.contains($0) ? $0 : nil }
  }
}
