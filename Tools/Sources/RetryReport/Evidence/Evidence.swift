/// The files of the successful attempt, paired with those of the last failed one.
struct Evidence {
  struct Pair {
    let failed: Attachment
    let worked: Attachment
  }

  let failedAttempt: Int
  let pairs: [Pair]
  /// Files that only one of the attempts has.
  let onlyFailed: [Attachment]
  let onlyWorked: [Attachment]

  /// Fails for a step whose successful attempt has no files.
  init?(_ timeline: Timeline) {
    if timeline.evidence.isEmpty { return nil }
    let failed = timeline.attempts.last { !$0.attachments.isEmpty }
    failedAttempt = failed?.attempt ?? 0
    var rest = failed?.attachments ?? []
    var pairs: [Pair] = []
    var onlyWorked: [Attachment] = []
    for worked in timeline.evidence {
      if let index = rest.firstIndex(where: { $0.name == worked.name }) {
        pairs.append(Pair(failed: rest.remove(at: index), worked: worked))
      } else {
        onlyWorked.append(worked)
      }
    }
    (self.pairs, self.onlyWorked, onlyFailed) = (pairs, onlyWorked, rest)
  }
}
