/// The names under which steps are counted: actions, or kinds of them if there are too many.
///
/// A description with a changing value, such as `Open order 4711`, would be a new action each time.
struct ActionNames {
  /// The number of actions with a name of their own, and of kinds.
  static let most = 10_000
  static let others = "other actions"

  private let most: Int
  private var names: Set<String> = []
  private var kinds: Set<String> = []
  /// An action that is counted by its kind.
  private(set) var example: (action: String, kind: String)?

  init(most: Int = Self.most) {
    self.most = most
  }

  /// The name for a step with this action.
  mutating func name(of action: String) -> String {
    if names.contains(action) { return action }
    if names.count < most {
      names.insert(action)
      return action
    }
    var kind = Self.kind(of: action)
    if !kinds.contains(kind) {
      if kinds.count < most { kinds.insert(kind) } else { kind = Self.others }
    }
    if example == nil { example = (action, kind) }
    return kind
  }

  /// A warning; nil if every action has a name of its own.
  var problem: String? {
    example.map { example in
      "There are more than \(most) actions: the rest is counted by kind, such as \"\(example.action)\" as \"\(example.kind)\". "
        + "What changes from run to run does not belong into a description."
    }
  }

  /// The action with `#` for each word with a digit in it.
  private static func kind(of action: String) -> String {
    var kind = ""
    var word = ""
    func close() {
      let hasDigit = word.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      kind += hasDigit ? "#" : word
      word = ""
    }
    for scalar in action.unicodeScalars {
      if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "_" {
        word.unicodeScalars.append(scalar)
      } else {
        close()
        kind.unicodeScalars.append(scalar)
      }
    }
    close()
    return kind
  }
}
