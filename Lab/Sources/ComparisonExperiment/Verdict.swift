import RetryReport

/// The findings of a comparison.
struct Verdict {
  let risen: Set<String>
  let perhapsRisen: Set<String>
  let newCauses: Set<String>

  init(then: [RunTally], now: [RunTally]) {
    var known: [String: [CauseKind: Int]] = [:]
    for (action, tests) in then.flatMap(\.actions) {
      for (kind, failures) in tests.values.flatMap(\.kinds) {
        known[action, default: [:]][kind, default: 0] += failures.all
      }
    }
    let comparison = Comparison(then: then, now: now, known: known, details: { _, kind in CauseCounts(kind) })
    risen = Set(comparison.risen.map(\.action))
    perhapsRisen = Set(comparison.perhapsRisen.map(\.action))
    newCauses = Set(comparison.newCauses.filter(\.isSurprising).map(\.action))
  }
}
