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

  @Test func closures() async {
    autoRetry {
      app.launch()
    } successCondition: {
      app.isRunning
    }
    await autoRetry(mainAction: app.launchSlowly, successCondition: { app.isRunning }, resetSteps: app.reset)
    #expect(app.launches == 4)
  }
}
