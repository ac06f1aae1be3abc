import ArgumentParser

/// A share as users type it, such as `2.5` or `5%`.
enum Percent {
  static func parse(_ text: String) throws -> Double {
    guard let number = text.wholeMatch(of: /(-?[0-9]*\.?[0-9]+)%?/)?.1, let value = Double(number) else {
      throw ValidationError("it must be a number, such as 2.5.")
    }
    return value
  }

  /// Refuses an option that is given twice, because a gate with the second limit would not check the first.
  static func refuseTwice(_ option: String) throws {
    let count = CommandLine.arguments.count { $0 == option || $0.hasPrefix("\(option)=") }
    if count > 1 { throw ValidationError("\(option) is given more than once. Remove all but one.") }
  }
}
