import Storefront
import TargetedAutoRetry

/// The steps at the start of every test of the storefront, and the subjects of its tests.
///
/// Only the former are flaky, and only they are retried.
protocol StorefrontSteps: TargetedAutoRetry {
  var storefront: Storefront! { get }
}

extension StorefrontSteps {
  var retryPolicy: RetryPolicy { .storefront }

  func collectEvidence(of attempt: AttemptEvidence) { attachPage(to: attempt) }

  /// Attaches the page of each attempt of a retried step, and a picture if there is a screen.
  func attachPage(to attempt: AttemptEvidence) {
    // A crashed browser has neither, and the attempt has failed anyway.
    if let screenshot = try? storefront.screenshot() { attempt.attach(screenshot, named: "screen.png") }
    if let source = try? storefront.source() { attempt.attach(source, named: "page.html") }
  }

  /// Runs the start of a test: a parent step around three steps, which leave the failure to the parent.
  func launchSignInNavToPage(
    _ page: Page,
    failTestOnFailure: Bool = true,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    try autoRetry(
      "Launch, Sign In and Navigate to \(page.rawValue)",
      failTestOnFailure: failTestOnFailure,
      file: file,
      line: line
    ) {
      try launchWithRetries(failTestOnFailure: false)
      try signInWithRetries(failTestOnFailure: false)
      try navToPageWithRetries(page, failTestOnFailure: false)
    } until: {
      try isVisible(page.screen)
    }
  }

  @discardableResult
  func launchWithRetries(
    failTestOnFailure: Bool = true,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> Int {
    try autoRetry(
      mainAction: launch,
      successCondition: { try isVisible(.homePage) },
      actionDescription: "Launch",
      failTestOnFailure: failTestOnFailure,
      file: file,
      line: line
    )
  }

  @discardableResult
  func signInWithRetries(
    failTestOnFailure: Bool = true,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> Int {
    try autoRetry(
      mainAction: signIn,
      successCondition: { try isVisible(.accountName) },
      resetSteps: launch,
      actionDescription: "Sign In",
      failTestOnFailure: failTestOnFailure,
      file: file,
      line: line
    )
  }

  @discardableResult
  func navToPageWithRetries(
    _ page: Page,
    failTestOnFailure: Bool = true,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> Int {
    try autoRetry(
      mainAction: { try storefront.tap(page.link) },
      successCondition: { try isVisible(page.screen) },
      resetSteps: {
        try launchWithRetries(failTestOnFailure: false)
        try signInWithRetries(failTestOnFailure: false)
      },
      actionDescription: "Navigate to \(page.rawValue)",
      failTestOnFailure: failTestOnFailure,
      file: file,
      line: line
    )
  }

  func search(for query: String) throws -> [String] {
    try storefront.type(query, into: .searchField)
    try storefront.tap(.searchButton)
    try autoWait("Search Results", for: .seconds(2)) { try isVisible(.searchResults) }
    return try storefront.text(of: .searchResults).split(separator: "\n").map(String.init)
  }

  func addFirstResultToCart() throws {
    try storefront.tap(.addToCartButton)
  }

  func openCart() throws {
    try storefront.tap(.cartLink)
  }

  func cartItems() throws -> String {
    try storefront.text(of: .cartItems)
  }

  /// The cause of a failed attempt names the missing element.
  private func isVisible(_ element: Element) throws -> Bool {
    try noted(storefront.isVisible(element), as: "\(element.rawValue) visible")
  }

  private func launch() throws {
    try storefront.launch()
  }

  private func signIn() throws {
    try storefront.type("Ada", into: .userField)
    try storefront.tap(.signInButton)
  }
}
