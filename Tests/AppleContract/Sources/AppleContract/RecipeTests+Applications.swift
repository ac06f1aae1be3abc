import XCTest

@testable import UITests6

// The applications of the recipes, with their faults.
extension RecipeTests {
  /// Runs a recipe in a test whose application is running.
  func run<TestCase: BaseUITestCase>(
    on app: @escaping @MainActor @Sendable () -> FakeApplication,
    recipe: @escaping @MainActor @Sendable (TestCase) -> Void
  ) async -> Report {
    await AppleContract.run(
      TestCase.self,
      on: {
        let app = app()
        app.isStrict = true
        app.state = .runningForeground
        return app
      },
      recipe
    )
  }

  /// An application with these elements, on which only a later tap on a button has an effect: the second, as a rule.
  func app(
    _ elements: Set<String>,
    tap button: String,
    number: Int = 2,
    values: [String: String] = [:],
    has effect: @escaping @MainActor @Sendable (FakeApplication) -> Void
  ) -> @MainActor @Sendable () -> FakeApplication {
    {
      var taps = 0
      let app = FakeApplication(
        onLaunch: { $0.elements = elements },
        onTap: { app, label in
          taps += label == button ? 1 : 0
          if label == button, taps == number { effect(app) }
        }
      )
      (app.elements, app.values) = (elements, values)
      return app
    }
  }

  /// An application that shows something after some launches only.
  func app(
    launchedWith isRight: @escaping @MainActor @Sendable (FakeApplication) -> Bool
  ) -> @MainActor @Sendable () -> FakeApplication {
    { FakeApplication(onLaunch: { $0.elements = isRight($0) ? ["Feed"] : [] }) }
  }
}
