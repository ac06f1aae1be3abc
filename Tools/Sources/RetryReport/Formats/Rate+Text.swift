internal import Foundation

extension Rate {
  /// Such as `12 of 400, 3.0 % (1.7 to 5.2)`.
  var text: String {
    let (low, high) = interval
    return "\(count) of \(total), \(share.asPercent) (\(Self.number(low)) to \(Self.number(high)))"
  }

  private static func number(_ share: Double) -> String { String(format: "%.1f", share * 100) }
}
