/// Something that may keep issues out of the result of a test, for as long as its code runs.
protocol IssueKeeper: AnyObject, Sendable {
  var isOpen: Bool { get }
}
