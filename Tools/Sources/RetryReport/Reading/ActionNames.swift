/// The names under which steps are counted: their actions, unless there are too many.
///
/// A description with a changing value, such as `Open order 4711`, would be a new action each time.
struct ActionNames {
  /// The number of actions with a name of their own.
  static let most = 10_000
  static let others = "other actions"

  private var names: Set<String> = []
  /// An action without a name of its own.
  private var example: String?

  mutating func name(of action: String) -> String {
    if names.contains(action) { return action }
    if names.count < Self.most {
      names.insert(action)
      return action
    }
    if example == nil { example = action }
    return Self.others
  }

  /// A warning; `nil` if every action has a name of its own.
  var problem: String? {
    example.map { example in
      "There are more than \(Self.most) actions. The rest, such as \"\(example)\", are counted as \"\(Self.others)\". "
        + "Leave changing values out of the descriptions."
    }
  }
}
