internal import Testing

/// An issue that was kept out of the test's result.
struct WithheldIssue: Sendable {
  let message: String
  let place: String
  /// True if the issue is in the result nevertheless: it failed an attempt without being kept out.
  private(set) var isInResult = false
  private var note = ""
  /// The failure of a step, or an issue that an inner step has withheld before; nil for an issue of the test's own code.
  let own: OwnFailure?
  /// Records the issue as it was, with a note behind its message.
  private let replay: @Sendable (_ note: String) -> Void

  init(message: String, place: String, replay: @escaping @Sendable (_ note: String) -> Void) {
    self.message = message
    self.place = place
    own = .of(message)
    self.replay = replay
  }

  /// XCTest ends the message of an assertion without a text of its own in " - ".
  var text: String {
    let message = message.onOneLine.reversed().drop { $0 == " " || $0 == "-" }.reversed()
    return "\(place): \(String(message))"
  }

  var isOfInnerStep: Bool { own?.key != nil }

  var causes: [FailureCause] { own?.causes ?? [] }

  /// True if the failure of a step around can stand for it.
  var isFailureOfStep: Bool { !isInResult && !causes.isEmpty }

  /// Tells the issue from others; the key of a step's failure leaves out measured times.
  var key: String { own?.key ?? text }

  var inResult: WithheldIssue {
    var issue = self
    issue.isInResult = true
    return issue
  }

  func noting(_ note: String) -> WithheldIssue {
    var issue = self
    issue.note = note
    return issue
  }

  /// Records the issue after all, for the step or the test around the one that withheld it.
  ///
  /// - Returns: False if the author expects it.
  @discardableResult
  func report() -> Bool {
    OwnFailure(message: message + note, key: key + note, causes: causes).perform { replay(note) }
  }
}

extension Issue {
  /// True if the place keeps the issue out of the result; Swift Testing goes through the places from the innermost out.
  func decide(for place: IssuePlace) -> Bool {
    let surroundings = Surroundings.current
    let places = surroundings.places()
    let issue = WithheldIssue(message: message, at: sourceLocation)
    // The failure of a step has only words, so it can be recorded again as it was. Outside of tests only an issue that is
    // recorded again is not lost.
    let canBeReplayed = !issue.causes.isEmpty || Test.Case.current == nil
    let origin = IssueOrigin(of: issue, surroundings, places, canBeReplayed: canBeReplayed, failsTest: failsTest)
    let owner = IssueOwner(of: origin)
    if owner == .unaffected { return false }
    guard let index = places.firstIndex(where: { $0.id == place.id }) else {
      place.fail(with: issue, isItsOwn: false)
      return false
    }
    if owner == .place(index) { return places[index].keep(issue) }
    if index == 0, case .test(let reason?) = owner {
      World.current.emitNotWithheld(issue.text, reason, in: RunningTest.identity(of: nil))
    }
    places[index].fail(with: issue, isItsOwn: origin.isPassedOn(by: index))
    return false
  }

  /// The description of the issue, with the comments of the test's author; lines only if it has nothing but words.
  fileprivate var message: String {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind, !comments.isEmpty { return comments.joined(separator: ": ") }
    return ([String(describing: kind)] + comments).joined(separator: ": ").onOneLine
  }
}

extension WithheldIssue {
  init(message: String, at location: SourceLocation?) {
    self.init(message: message, place: location?.place ?? "unknown place") { note in
      OwnFailure.recordIssue(message + note, at: location ?? #_sourceLocation)
    }
  }
}

extension SourceLocation {
  var place: String { "\(fileName):\(line)" }
}

extension StepContext {
  private static let comment: Comment = "withheld: dropped if its step succeeds"

  /// Runs an attempt and keeps its issues out of the result of Swift Testing.
  func collect(_ body: () -> Void) {
    guard step.isInSwiftTesting, withholds else { return body() }
    withKnownIssue(Self.comment, isIntermittent: true) {
      body()
    } matching: {
      $0.decide(for: .attempt(self))
    }
  }

  /// The asynchronous twin of ``collect(_:)``.
  func collect(isolation: isolated (any Actor)?, _ body: () async -> Void) async {
    guard step.isInSwiftTesting, withholds else { return await body() }
    await withKnownIssue(Self.comment, isIntermittent: true, isolation: isolation) {
      await body()
    } matching: {
      $0.decide(for: .attempt(self))
    }
  }
}
