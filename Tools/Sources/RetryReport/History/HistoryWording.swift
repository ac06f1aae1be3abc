/// The sentences of a history, the same in all formats.
extension History {
  var headline: String {
    guard let first = periods.first, let last = periods.last else { return "No \(unit.rawValue)." }
    let span = [first.day, last.day == first.day ? "" : last.day].filter { !$0.isEmpty }
    let days = span.isEmpty ? "" : ", \(span.joined(separator: " to "))"
    return "\(periods.count.counted(unit.rawValue))\(days): \(verdict)"
  }

  private var verdict: String {
    if periods.count < fewestPeriods {
      return "too few to tell if a rate has changed for good, which takes \(fewestPeriods)."
    }
    let changed = actions.count { $0.change != nil }
    let rates = changed == 0 ? "no rate" : "the rate of \(changed.counted("action")) of \(actions.count)"
    let untold = actions.count { !$0.canTell }
    let rest =
      untold == 0 ? "" : " \(untold.counted("action")) ran in fewer than \(fewestPeriods) of them, too few to tell."
    return "\(rates) has changed for good.\(rest)"
  }
}

extension History.Change {
  var sentence: String {
    let direction = after.share > before.share ? "Risen" : "Fallen"
    let commits = [last.commit, since.commit].map { $0.prefix(9).description.printable }
    let range = commits.contains("") ? [] : ["commits \(commits.joined(separator: ".."))"]
    let day = since.day.isEmpty || since.day == since.name ? [] : [since.day]
    let when = day + range
    return "\(direction) since \(since.shownName)\(when.isEmpty ? "" : " (\(when.joined(separator: ", ")))"): "
      + "from \(before.text) to \(after.text)."
  }
}

extension ActionHistory {
  /// A sentence for each test that owns the flake.
  var ownerSentences: [String] {
    owners.map { test, inTest in
      let others = rate.count - inTest.count
      return "\(test.printable): \(inTest.text); all others \(others) of \(rate.total - inTest.total)."
    }
  }
}
