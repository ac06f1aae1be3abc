import Testing

@testable import TargetedAutoRetry

@Suite struct CallSiteTests {
  @Test func `a place that was not forwarded is the compiler's`() {
    let site = CallSite(fileID: "App/Login.swift", file: "/src/App/Login.swift", line: 7, column: 3)
    #expect(site.sourceLocation.fileID == "App/Login.swift")
    #expect(site.sourceLocation.line == 7)
    #expect(site.sourceLocation.column == 3)
  }

  @Test func `where only file and line were forwarded, the file's name and the first column are taken`() {
    let site = CallSite(fileID: "App/Helper.swift", file: "/src/App/Login.swift", line: 7, column: 30)
    #expect(site.sourceLocation.fileID == "App/Login.swift")
    #expect(site.sourceLocation.column == 1)
  }

  @Test(arguments: ["", "/"] as [StaticString])
  func `a place that makes no sense becomes one that Swift Testing takes`(file: StaticString) {
    let site = CallSite(fileID: "", file: file, line: 0, column: 0)
    #expect(site.sourceLocation.fileID == "Unknown/Unknown.swift")
    #expect(site.sourceLocation.line == 1)
    #expect(site.sourceLocation.column == 1)
  }

  @Test func `a short file name and a path of Windows are understood`() {
    #expect(CallSite(fileID: "A/B.swift", file: "B.swift", line: 1, column: 2).resolvedFileID == "A/B.swift")
    #expect(CallSite(fileID: "A/B.swift", file: #"C:\src\C.swift"#, line: 1, column: 2).resolvedFileID == "A/C.swift")
  }
}
