import Testing

@testable import RetryReport

@Suite struct HTMLTests {
  @Test func `interpolated text is escaped, and interpolated markup is not`() {
    let text = "<i>\"'&"
    let inner: HTML = "<b title=\"\(text)\">\(text)</b>"
    let none: HTML? = nil
    #expect(inner == "<b title=\"&lt;i&gt;&quot;&#39;&amp;\">&lt;i&gt;&quot;&#39;&amp;</b>")
    #expect(
      "<p>\(inner)\([inner, inner])\(none)\(7)</p>" == HTML(markup: "<p>\(inner.text)\(inner.text)\(inner.text)7</p>")
    )
    #expect(
      "<i\(.attribute("id", text))\(.attribute("id", nil))>" == HTML(markup: "<i id=\"\(text.escapedForMarkup)\">")
    )
    #expect(HTML.wrapping("a.b<C") == "a.<wbr>b&lt;C")
  }
}
