extension [StepContext] {
  /// Hands out the distinct issues of the attempts of one step, each with the numbers of its attempts.
  func takeDistinct(ofAttempts attempts: Int) -> [TestIssue] {
    guard let step = first?.step.name else { return [] }
    let issues = flatMap { context in context.takeIssues().map { (issue: $0, number: context.attempt.number) } }
    return issues.distinct { numbers in
      attempts == 1 ? "" : " (\(numbers.counted("attempt")) of \(step))"
    }
  }
}

extension [(issue: TestIssue, number: Int)] {
  /// The distinct issues that are not in the result already, with a note of the attempts that they struck in.
  func distinct(_ note: ([Int]) -> String) -> [TestIssue] {
    var numbers: [String: [Int]] = [:]
    var issues: [(key: String, issue: TestIssue)] = []
    var recorded: Set<String> = []
    for (issue, number) in self {
      let key = issue.key
      if issue.isInResult { recorded.insert(key) }
      if numbers[key] == nil { issues.append((key, issue)) }
      if numbers[key]?.last != number { numbers[key, default: []].append(number) }
    }
    return issues.filter { !recorded.contains($0.key) }
      .map { $0.issue.noting(note(numbers[$0.key] ?? [])) }
  }
}

extension [Int] {
  /// The noun with these numbers: `attempt 2`, `attempts 1, 2 and 4`; long lists are cut.
  func counted(_ noun: String) -> String {
    let most = 5
    let numbers = count > most ? prefix(most - 1).map(String.init) + ["\(count - most + 1) more"] : map(String.init)
    guard let last = numbers.last, numbers.count > 1 else { return "\(noun) \(first ?? 0)" }
    return "\(noun)s \(numbers.dropLast().joined(separator: ", ")) and \(last)"
  }
}
