import TargetedAutoRetry
import XCTest

/// Helpers that forward the place of their caller in the usual forms.
final class PlaceConsumers: XCTestCase, TargetedAutoRetry {
  private let app = App()

  private func launch(file: StaticString = #filePath, line: UInt = #line) {
    withCallPlace(file: file, line: line) {
      autoRetry(mainAction: app.launch, successCondition: app.isRunning)
    }
  }

  private func launchAt(file: String = #filePath, line: Int = #line) {
    withCallPlace(file: file, line: line) {
      autoRetry(mainAction: app.launch, successCondition: app.isRunning)
      autoRetry(mainAction: app.launch, successCondition: app.isRunning)
    }
  }

  private func launchOrThrow(file: String = #filePath, line: UInt = #line) throws -> Int {
    try withCallPlace(file: file, line: line) {
      try autoRetry("Launch") {
        try app.launchOrThrow()
        return app.launches
      }
    }
  }

  private func launchSlowly(
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: Int = #line
  ) async {
    await withCallPlace(file: file, line: line) {
      await autoRetry(
        mainAction: {
          await Task.yield()
          app.launch()
        },
        successCondition: app.isRunning
      )
    }
  }

  func testPlaces() async throws {
    launch()
    launchAt()
    XCTAssertEqual(try launchOrThrow(), 7)
    withCallPlace(file: "/src/Other.swift", line: 12) { launch() }
    withCallPlace(file: #filePath, line: #line) { launchAt() }
    await launchSlowly()
  }

  @MainActor func testOnTheMainActor() async throws {
    let app = MainActorApp()
    await launchSlowly()
    let launches = try await withCallPlace(file: "\(#filePath)", line: #line) {
      MainActor.assertIsolated()
      return try await autoRetry("Launch") {
        await app.launchSlowly()
        return app.launches
      }
    }
    XCTAssertEqual(launches, 1)
  }
}
