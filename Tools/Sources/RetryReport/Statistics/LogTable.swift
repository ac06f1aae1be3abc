internal import Foundation

/// The values of x · log x for whole numbers.
struct LogTable {
  /// The maximum number of stored values, of 8 bytes each.
  private static let mostValues = 1 << 20

  private let values: [Double]

  init(upTo largest: Int) {
    values = (0...min(largest, Self.mostValues)).map { Self.value($0) }
  }

  private static func value(_ number: Int) -> Double { number == 0 ? 0 : Double(number) * log(Double(number)) }

  func read(_ body: (Reader) -> Void) {
    values.withUnsafeBufferPointer { body(Reader(values: $0)) }
  }

  struct Reader {
    fileprivate let values: UnsafeBufferPointer<Double>

    func likelihood(_ count: Int, of total: Int) -> Double { self[count] + self[total - count] - self[total] }

    private subscript(number: Int) -> Double { number < values.count ? values[number] : LogTable.value(number) }
  }
}
