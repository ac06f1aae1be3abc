import Testing

@testable import TargetedAutoRetry

@Suite struct CallSiteTests {
  @Test func `a place that was not forwarded is the compiler's`() {
    let site = CallSite("App/Login.swift", "/src/App/Login.swift", 7, 3)
    #expect(site.sourceLocation.fileID == "App/Login.swift")
    #expect(site.sourceLocation.line == 7)
    #expect(site.sourceLocation.column == 3)
  }

  @Test func `where only file and line were forwarded, the file's name and the first column are taken`() {
    let site = CallSite("App/Helper.swift", "/src/App/Login.swift", 7, 30)
    #expect(site.sourceLocation.fileID == "App/Login.swift")
    #expect(site.sourceLocation.column == 1)
  }

  @Test(arguments: ["", "/"] as [StaticString])
  func `a place that makes no sense becomes one that Swift Testing takes`(file: StaticString) {
    let site = CallSite("", file, 0, 0)
    #expect(site.sourceLocation.fileID == "Unknown/Unknown.swift")
    #expect(site.sourceLocation.line == 1)
    #expect(site.sourceLocation.column == 1)
  }

  @Test func `a short file name and a path of Windows are understood`() {
    #expect(CallSite("A/B.swift", "B.swift", 1, 2).resolvedFileID == "A/B.swift")
    #expect(CallSite("A/B.swift", #"C:\src\C.swift"#, 1, 2).resolvedFileID == "A/C.swift")
  }
}
