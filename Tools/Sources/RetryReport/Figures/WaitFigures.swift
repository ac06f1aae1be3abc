/// The figures of all waits of one name.
struct WaitFigures: Sendable {
  /// The share of its limit beyond which a wait has little left: where one of 20 takes that long, a machine that is a
  /// quarter slower makes it run out.
  static let usedUp = 0.8
  /// The share of its limit below which a wait has far too much: fifty times what it needs, for which people wait too
  /// when it fails.
  static let hardlyUsed = 0.02
  /// The shortest limit that can be far too long, in milliseconds: a shorter one does no harm.
  static let longLimit: Int64 = 5_000
  /// The number of waits from which on it can be said that a limit is hardly used: one of 20 is 5 %.
  static let fewest = 20
  /// The number of waits without success that are kept.
  private static let mostFailures = 10
  /// The number of places that are kept.
  private static let mostPlaces = 100

  let name: String
  private(set) var commit = ""
  private(set) var passed = 0
  /// Waits whose time was over.
  private(set) var timedOut = 0
  /// Waits that were stopped.
  private(set) var aborted = 0
  /// The times of those that came true, in milliseconds.
  private(set) var durations = Histogram(digits: 3)
  /// The smallest and the largest limit, in milliseconds; nil where none is known.
  private(set) var limits: ClosedRange<Int64>?
  /// The shares of their own limits that those took that came true, in millionths.
  private var shares = Histogram(digits: 3)
  /// The first waits that did not come true.
  private(set) var failures: [FailedWait] = []

  private var places: Set<Place> = []

  init(name: String) {
    self.name = name
  }

  mutating func add(_ row: Row) {
    if commit.isEmpty { commit = row.commit }
    if places.count < Self.mostPlaces { places.insert(row.place) }
    if row.limitMs > 0 {
      let known = limits ?? row.limitMs...row.limitMs
      limits = min(known.lowerBound, row.limitMs)...max(known.upperBound, row.limitMs)
    }
    switch row.ending {
    case .passed:
      passed += 1
      durations.add(row.durationMs)
      if row.limitMs > 0 { shares.add(row.millionthsOfLimit) }
      return
    case .timedOut: timedOut += 1
    default: aborted += 1
    }
    if failures.count < Self.mostFailures { failures.append(FailedWait(row)) }
  }

  /// The place of the first that did not come true, or of any.
  var place: Place { failures.first?.place ?? places.min() ?? Place(file: "", line: 0) }

  /// Such as `and 2 other places`; nil where all are at one.
  var otherPlaces: String? { places.count > 1 ? "and \((places.count - 1).counted("other place"))" : nil }

  /// The number of those that did not come true.
  var failed: Int { timedOut + aborted }

  var total: Int { passed + failed }

  /// The time that 95 % of those that came true did not exceed, as a share of the limit; nil if nothing is known.
  var shareOfLimit: Double? { shares.percentile(95).map { Double($0) / 1_000_000 } }

  var isNearlyUsedUp: Bool { timedOut > 0 || shareOfLimit ?? 0 > Self.usedUp }

  var isHardlyUsed: Bool {
    timedOut == 0 && shares.total >= Self.fewest && shareOfLimit ?? 1 < Self.hardlyUsed
      && limits?.lowerBound ?? 0 >= Self.longLimit
  }

  /// True if it is to be looked at before another.
  func isWorse(than other: WaitFigures) -> Bool {
    if timedOut != other.timedOut { return timedOut > other.timedOut }
    if shareOfLimit != other.shareOfLimit { return shareOfLimit ?? -1 > other.shareOfLimit ?? -1 }
    if total != other.total { return total > other.total }
    return name < other.name
  }
}

/// A wait that did not come true.
struct FailedWait: Equatable, Sendable {
  let test: String
  let place: Place
  let origin: Timeline.Origin
  let hasTimedOut: Bool
  let durationMs: Int64
  let limitMs: Int64
  let message: String
  let reason: String
  let attachments: [Attachment]

  fileprivate init(_ row: Row) {
    (test, origin, hasTimedOut) = (row.test, Timeline.Origin(row, startMs: row.startMs), row.ending == .timedOut)
    (durationMs, limitMs, message, reason) = (row.durationMs, row.limitMs, row.message, row.reason)
    attachments = row.attachments
    place = row.place
  }
}

extension Row {
  /// The share of its limit that a wait took; a hostile row must not end the report.
  fileprivate var millionthsOfLimit: Int64 {
    Int64(min((Double(durationMs) * 1_000_000 / Double(limitMs)).rounded(.up), 1e15))
  }
}
