import TargetedAutoRetry
import Testing

// Suites of Swift Testing: the closures of every form run on the actor of the caller.

@Suite @MainActor struct MainActorSuiteConsumers: TargetedAutoRetry {
  let app = MainActorApp()

  @Test func stepsOfEachForm() async {
    autoRetry {
      app.launch()
    } successCondition: {
      app.isRunning
    }
    await autoRetry(mainAction: app.launchSlowly, successCondition: { app.isRunning }, resetSteps: app.reset)
    await autoRetry("Launch") {
      await app.launchSlowly()
    } until: {
      app.isRunning
    } reset: {
      await app.reset()
    }
    #expect(app.launches == 6)
  }

  /// A step may be all that a closure has.
  @Test func nestedSteps() async {
    autoRetry("Outer") { autoRetry("Inner") { app.launch() } }
    await autoRetry("Outer") {
      await autoRetry("Inner") {
        await app.launchSlowly()
      } until: {
        app.isRunning
      }
    }
    let task = Task { await autoRetry("Launch") { await app.launchSlowly() } }
    #expect(await task.value)
    async let step: Void = CurrentTest().autoRetry("Launch") {
      await Task.yield()
    } until: {
      true
    }
    await step
  }
}

@Suite struct SuiteConsumers: TargetedAutoRetry {
  @Test func places() async throws {
    #expect(launch(App()))
    #expect(try launch(App(), at: #_sourceLocation) == 3)
  }

  @Test func nestedSteps() async {
    autoRetry("Outer") { autoRetry("Middle") { autoRetry("Inner") { #expect(App().launches == 0) } } }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await CurrentTest().autoRetry("Launch") { await Task.yield() } }
    }
  }
}
