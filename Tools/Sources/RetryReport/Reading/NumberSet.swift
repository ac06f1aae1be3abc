/// Numbers of which most follow each other, kept as ranges.
struct NumberSet {
  /// The number of ranges that are kept; the smallest are forgotten, and may be inserted again.
  private static let mostRanges = 10_000

  private var ranges: [ClosedRange<Int64>] = []
  /// The number of numbers, those that are forgotten too.
  private(set) var count: Int64 = 0

  /// The largest number; 0 where there is none.
  var largest: Int64 { ranges.last?.upperBound ?? 0 }

  func contains(_ number: Int64) -> Bool {
    let place = place(of: number)
    return place < ranges.count && ranges[place].contains(number)
  }

  /// - Returns: False if it was there before.
  mutating func insert(_ number: Int64) -> Bool {
    let place = place(of: number)
    if place < ranges.count, ranges[place].contains(number) { return false }
    let joinsLeft = place > 0 && ranges[place - 1].upperBound == number - 1
    let joinsRight = place < ranges.count && ranges[place].lowerBound == number + 1
    switch (joinsLeft, joinsRight) {
    case (true, true):
      ranges[place - 1] = ranges[place - 1].lowerBound...ranges[place].upperBound
      ranges.remove(at: place)
    case (true, false): ranges[place - 1] = ranges[place - 1].lowerBound...number
    case (false, true): ranges[place] = number...ranges[place].upperBound
    case (false, false): ranges.insert(number...number, at: place)
    }
    if ranges.count > Self.mostRanges { ranges.removeFirst() }
    count += 1
    return true
  }

  mutating func remove(_ number: Int64) {
    let place = place(of: number)
    guard place < ranges.count, ranges[place].contains(number) else { return }
    let range = ranges.remove(at: place)
    if number < range.upperBound { ranges.insert(number + 1...range.upperBound, at: place) }
    if number > range.lowerBound { ranges.insert(range.lowerBound...number - 1, at: place) }
    count -= 1
  }

  /// The place of the first range that does not end before a number.
  private func place(of number: Int64) -> Int {
    var (low, high) = (0, ranges.count)
    if largest < number { low = high }
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
