import Testing

@testable import RetryReport

@Suite struct ActionNamesTests {
  @Test func `more of them are counted by kind, and more kinds together`() {
    var names = ActionNames(most: 2)
    let actions = [
      "Sign In", "Order 1", "Order 2 of user-3f", "Order 3 of user-4a", "Ünder 5 €", "Search", "Pay", "Order 1",
    ]
    #expect(
      actions.map { names.name(of: $0) }
        == [
          "Sign In", "Order 1", "Order # of #", "Order # of #", "Ünder # €", "other actions", "other actions",
          "Order 1",
        ]
    )
    #expect(
      names.problem
        == """
        There are more than 2 actions: the rest is counted by kind, such as "Order 2 of user-3f" as "Order # of #". \
        What changes from run to run does not belong into a description.
        """
    )
  }
}
