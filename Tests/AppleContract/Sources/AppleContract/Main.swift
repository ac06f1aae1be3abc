import Testing

/// The tests are the program: a test target could not be linked against the fake XCTest.
@main
enum Main {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
