import TargetedAutoRetry
import Testing
import XCTest

/// Helpers that forward the place of their caller.
extension TargetedAutoRetry {
  func launch(
    _ app: App,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    withCallPlace(fileID: fileID, filePath: filePath, line: line, column: column) {
      autoRetry("Launch", mainAction: app.launch, until: app.isRunning)
    }
  }

  fileprivate func launchSlowly(
    _ app: MainActorApp,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws -> Int {
    try await withCallPlace(fileID: fileID, filePath: filePath, line: line, column: column) {
      try await autoRetry("Launch") {
        await app.launchSlowly()
        return await app.launches
      }
    }
  }

  func launch(_ app: App, at sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    try withCallPlace(sourceLocation) {
      autoRetry(mainAction: app.launch, successCondition: app.isRunning)
      return try autoRetry("Launch") {
        try app.launchOrThrow()
        return app.launches
      }
    }
  }
}

final class PlaceConsumers: XCTestCase, TargetedAutoRetry {
  func testPlaces() {
    XCTAssertTrue(launch(App()))
    XCTAssertEqual(try launch(App(), at: #_sourceLocation), 3)
  }

  @MainActor func testOnTheMainActor() async throws {
    let app = MainActorApp()
    let launches = try await withCallPlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column) {
      MainActor.assertIsolated()
      return try await launchSlowly(app)
    }
    XCTAssertEqual(launches, 1)
  }
}
