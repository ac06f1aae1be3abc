import TargetedAutoRetry
import Testing

@Suite struct SuiteConsumers: TargetedAutoRetry {
  let app = App()

  @Test func functionReferences() {
    #expect(autoRetry(mainAction: app.launch, successCondition: app.isRunning, resetSteps: app.reset) == 1)
  }

  @Test func asyncHelperOfSelf() async throws {
    try await autoRetry(
      mainAction: { try await self.launchSlowly() },
      successCondition: { app.isRunning() },
      resetSteps: nil
    )
    #expect(app.launches == 2)
  }

  private func launchSlowly() async throws {
    await Task.yield()
    app.launch()
  }
}

@Suite @MainActor struct MainActorSuiteConsumers: TargetedAutoRetry {
  let app = MainActorApp()

  @Test func closures() {
    autoRetry {
      app.launch()
    } successCondition: {
      app.isRunning
    }
    #expect(app.launches == 2)
  }

  @Test func asynchronous() async {
    await autoRetry(mainAction: app.launchSlowly, successCondition: { app.isRunning }, resetSteps: app.reset)
    #expect(app.launches == 2)
  }
}

/// A page object that passes its own methods as the closures of a step.
struct LoginPage: TargetedAutoRetry {
  let app: App

  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  func open() -> Int {
    autoRetry(mainAction: app.launch, successCondition: app.isRunning, actionDescription: "Open Login Page")
  }
}

@Suite struct PageObjectConsumers {
  @Test func pageObject() {
    #expect(LoginPage(app: App()).open() == 1)
  }
}
