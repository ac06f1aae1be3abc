import Foundation
import Testing

/// The tests are an executable, because a test target could not be linked against the stand-in for XCTest.
@main
enum Main {
  static func main() {
    Task.detached {
      // XCTest runs one test at a time, and so does its stand-in.
      var arguments = Testing.__CommandLineArguments_v0()
      arguments.parallel = false
      await Testing.__swiftPMEntryPoint(passing: arguments) as Never
    }
    // The main actor must run on the main thread, as in an app. An asynchronous `main` does not ensure that here.
    RunLoop.main.run()
  }
}
