import Testing

@testable import RetryReport

@Suite struct LinksTests {
  private let links = Links(
    source: "https://git.example.com/shop/blob/{commit}/{file}#L{line}",
    run: "https://ci.example.com/runs/{run}"
  )

  @Test func `a place links to its line at the tested commit`() {
    let place = Place(file: "UI Tests/Steps.swift", line: 24)
    #expect(
      links.place(place, commit: "0de32d9")
        == "<a href=\"https://git.example.com/shop/blob/0de32d9/UI%20Tests/Steps.swift#L24\"><code>UI Tests/Steps.swift:24</code></a>"
    )
    #expect(links.place(place, commit: "0de32d9", isShort: true).text.hasSuffix(">Steps.swift:24</code></a>"))
  }

  @Test func `without a URL or its commit a place is plain text`() {
    let place = Place(file: "Steps.swift", line: 24)
    #expect(Links().place(place, commit: "0de32d9") == "<code>Steps.swift:24</code>")
    #expect(links.place(place, commit: "") == "<code>Steps.swift:24</code>")
    let other = Links(source: "https://x/{file}").place(place, commit: "")
    #expect(other.text.hasPrefix("<a href=\"https://x/Steps.swift\">"))
    #expect(Links().run("a<b") == "a&lt;b")
    #expect(links.run("") == "")
  }

  @Test(arguments: [
    "javascript:alert(1)//{run}{file}", "data:text/html,{run}{file}", "//x/{run}{file}", "ftp://x/{file}",
  ])
  func `a URL with another scheme is not a link`(address: String) {
    let links = Links(source: address, run: address)
    #expect(links.run("1") == "1")
    #expect(links.place(Place(file: "A.swift", line: 3), commit: "c0") == "<code>A.swift:3</code>")
  }

  @Test func `a folder that is named like a scheme stays a folder`() {
    let pictures = Pictures(pageFolder: ".")
    let link = pictures.link(to: Attachment(folder: "javascript:alert(1)", path: "run/a.txt"), text: "a")
    #expect(link == "<a href=\"javascript%3Aalert(1)/run/a.txt\">a</a>")
  }

  @Test func `the values of a row stay in their components of the URL`() {
    let place = Place(file: "../a\"><script>/{line}?x#y.swift", line: 1)
    let link = links.place(place, commit: "main/../\u{202E}\"?")
    let path = "main%2F..%2F%E2%80%AE%22%3F/../a%22%3E%3Cscript%3E/%7Bline%7D%3Fx%23y.swift#L1"
    #expect(link.text.hasPrefix("<a href=\"https://git.example.com/shop/blob/\(path)\">"))
    let run = "<a href=\"https://ci.example.com/runs/1%3Fa&amp;b%2F%23%22\">1?a&amp;b/#&quot;</a>"
    #expect(links.run("1?a&b/#\"") == HTML(markup: run))
  }
}
