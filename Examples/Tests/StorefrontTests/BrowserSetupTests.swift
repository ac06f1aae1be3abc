import Testing

@testable import StorefrontBrowser

@Suite struct BrowserSetupTests {
  @Test func `without chromedriver the error names the command that installs it`() throws {
    let error = try #require(throws: WebDriverError.self) { _ = try WebDriverProgram(searchPath: "/nowhere") }
    #expect(error.description.hasPrefix("STOREFRONT_DRIVER=browser needs chromedriver or safaridriver"))
    #expect(error.description.contains("apt-get install chromium chromium-driver curl"))
  }
}
