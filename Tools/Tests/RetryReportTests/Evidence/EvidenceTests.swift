import Foundation
import Testing

@testable import RetryReport

@Suite struct EvidenceTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  /// A page with one step that recovered.
  ///
  /// - Parameters:
  ///   - failed: The names and bytes of the files of the first attempt. Without bytes the file does not exist.
  ///   - worked: The names and bytes of the files of the second attempt.
  ///   - prepare: A further change of the folder of the records.
  private func page(
    failed: KeyValuePairs<String, [UInt8]?>,
    worked: KeyValuePairs<String, [UInt8]?>,
    prepare: (URL) throws -> Void = { _ in }
  ) async throws -> String {
    try await withTemporaryFolder { folder in
      let run = folder.appendingPathComponent("run")
      try FileManager.default.createDirectory(at: run, withIntermediateDirectories: true)
      func paths(_ files: KeyValuePairs<String, [UInt8]?>, _ attempt: Int) throws -> String {
        try files.map { name, bytes in
          let file = "abc-s1-a\(attempt)-\(name)"
          if let bytes { try Data(bytes).write(to: run.appendingPathComponent(file)) }
          return "run/\(file)"
        }.joined(separator: " ")
      }
      var first = Row.sample(kind: "attempt", outcome: "failed", durationMs: 10)
      var step = Row.sample(outcome: "recovered", attempt: 2, cure: "retrying", taxMs: 10)
      first.attachmentPaths = try paths(failed, 1)
      step.attachmentPaths = try paths(worked, 2)
      (first.folder, step.folder) = (folder.path, folder.path)
      try prepare(folder)
      return HTMLFormat.render(FullReport([first, step]), in: folder.path)
    }
  }

  private func text(_ lines: [String]) -> [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

  /// The part of the page with the differences.
  private func differed(_ page: String) -> String {
    page.split(separator: "<section class=\"differed\"").dropFirst().first?.split(separator: "</section>").first
      .map(String.init) ?? ""
  }

  @Test func `a text diff shows changed lines and folds the others`() async throws {
    let lines = (1...40).map { "line \($0)" }
    var other = lines
    other[20] = "line <b>21"
    other.remove(at: 30)
    let page = differed(try await page(failed: ["page.html": text(lines)], worked: ["page.html": text(other)]))
    #expect(
      page.contains("<details class=\"text\" open>\n<summary><code>page.html</code> 2 lines removed, 1 line added<")
    )
    #expect(
      page.contains(
        "<pre class=\"diff\"><span class=\"fold\">17 identical lines</span><span>line 18</span><span>line 19</span>"
          + "<span>line 20</span><del>line 21</del><ins>line &lt;b&gt;21</ins><span>line 22</span>"
          + "<span>line 23</span><span>line 24</span><span class=\"fold\">3 identical lines</span><span>line 28</span>"
          + "<span>line 29</span><span>line 30</span><del>line 31</del><span>line 32</span><span>line 33</span>"
          + "<span>line 34</span><span class=\"fold\">6 identical lines</span></pre>"
      )
    )
    #expect(page.contains("<a href=\"run/abc-s1-a1-page.html\">failed</a>"))
  }

  @Test func `a text without line breaks is compared by tags and values`() async throws {
    let items = (1...40).map { "<li class=\"item\">\($0)</li>" }.joined()
    let json = "{" + (1...40).map { "\"key \($0)\":\($0)" }.joined(separator: ",") + "}"
    let whole = try await page(
      failed: ["a.html": text([items]), "b.json": text([json])],
      worked: [
        "a.html": text([items.replacing(">7<", with: ">8<")]), "b.json": text([json.replacing(":7,", with: ":0,")]),
      ]
    )
    let page = differed(whole)
    #expect(page.contains("<del>&lt;li class=&quot;item&quot;&gt;7&lt;/li&gt;</del><ins>"))
    #expect(page.contains("<del>&quot;key 7&quot;:7,</del><ins>&quot;key 7&quot;:0,</ins>"))
  }

  /// A step that recovered by waiting has one attempt, and the library numbers files of one name.
  @Test func `files are paired by their name after the attempt's number`() throws {
    var first = Row.sample(kind: "attempt", outcome: "failed")
    var step = Row.sample(outcome: "recovered", cure: "waiting", taxMs: 10)
    first.attachmentPaths = "run/abc-s1-a1-page.html run/2-abc-s1-a1-page.html run/abc-s1-a1-page-2.html"
    step.attachmentPaths = "run/3-abc-s1-a1-page.html run/4-abc-s1-a1-page.html run/abc-s1-a1-2-page.html"
    let timeline = try #require(TestTimelines([first, step]).steps.first)
    let evidence = try #require(Evidence(timeline))
    #expect(evidence.pairs.map { $0.failed.path.prefix(5) } == ["run/a", "run/2"])
    #expect(evidence.pairs.map { $0.worked.path.prefix(5) } == ["run/3", "run/4"])
    #expect([evidence.onlyFailed, evidence.onlyWorked].map { $0.map(\.name) } == [["page-2.html"], ["2-page.html"]])
  }

  @Test func `of several failed attempts the last is compared`() throws {
    let attempts = [1, 2].map { number in
      var attempt = Row.sample(kind: "attempt", outcome: "failed", attempt: number)
      attempt.attachmentPaths = "run/abc-s1-a\(number)-page.html"
      return attempt
    }
    var step = Row.sample(outcome: "recovered", attempt: 3, cure: "retrying", taxMs: 10)
    step.attachmentPaths = "run/abc-s1-a3-page.html"
    let timeline = try #require(TestTimelines(attempts + [step]).steps.first)
    let evidence = try #require(Evidence(timeline))
    #expect(evidence.failedAttempt == 2 && evidence.pairs.map(\.failed.path) == ["run/abc-s1-a2-page.html"])
  }

  @Test func `files of one attempt only, and identical files, are named`() async throws {
    let whole = try await page(
      failed: ["a.json": text(["1"]), "b.log": text(["1"]), "same.png": Self.png],
      worked: ["a.json": text(["1"]), "c.md": text(["1"]), "same.png": Self.png]
    )
    let page = differed(whole)
    #expect(page.contains("Identical in both:</span> <a href=\"run/abc-s1-a2-a.json\">a.json</a> <label class="))
    #expect(page.contains("Only in the failed attempt:</span> b.log</p>"))
    #expect(page.contains("Only in the successful attempt:</span> <a href=\"run/abc-s1-a2-c.md\">c.md</a></p>"))
    #expect(!page.contains("<pre") && !page.contains("<figure"))
  }

  @Test func `a step without a passing attempt's files is not compared`() async throws {
    let page = try await page(failed: ["screen.png": Self.png], worked: [:])
    #expect(!page.contains("What differed"))
    #expect(page.contains("<p class=\"gallery\"><label class=\"picture\""))
  }

  @Test func `a file that is gone, a link and a pipe are not read`() async throws {
    let secret = Array("the secret\n".utf8)
    let names = ["gone.txt", "link.txt", "pipe.txt"]
    let page = try await page(
      failed: ["gone.txt": nil, "link.txt": secret, "pipe.txt": secret],
      worked: ["gone.txt": secret, "link.txt": nil, "pipe.txt": nil]
    ) { folder in
      let secret = folder.appendingPathComponent("secret.txt")
      try Data("another secret\n".utf8).write(to: secret)
      let link = folder.appendingPathComponent("run/abc-s1-a2-link.txt")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: secret)
      #expect(mkfifo(folder.appendingPathComponent("run/abc-s1-a2-pipe.txt").path, 0o600) == 0)
    }
    for name in names { #expect(differed(page).contains("<span class=\"note\">\(name) no longer exists.</span>")) }
    #expect(!page.contains("secret"))
  }

  @Test func `the content of a file is shown as text`() async throws {
    let hostile = ["</pre></section><script>alert(1)</script>", "\u{1B}[2J\u{202E}&amp;", "]]>"]
    let page = try await page(failed: ["a.xml": text(hostile)], worked: ["a.xml": text(["x"] + hostile.reversed())])
    #expect(!page.contains("<script>alert"))
    #expect(differed(page).contains("&lt;/pre&gt;&lt;/section&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(differed(page).contains("&amp;amp;"))
    #expect(!page.contains("\u{1B}"))
    // The bytes are not text, in spite of the extension.
    let binary = try await self.page(failed: ["a.txt": [0, 1, 2]], worked: ["a.txt": [0, 1, 3]])
    #expect(differed(binary).contains("a.txt: Not compared: not a text file."))
    let broken = try await self.page(failed: ["a.txt": [0xFF, 0xC3, 10]], worked: ["a.txt": [0xFF, 0xE2, 0x82, 10]])
    #expect(differed(broken).contains("1 line removed, 1 line added"))
  }

  @Test func `only a part of a 10 MB page source is shown`() async throws {
    let lines = (0..<250_000).map { "<div id=\"r\($0)\">value \($0 &* 7919 % 1_000)</div>" }
    let other = lines.enumerated().map { $0.offset % 3 == 0 ? $0.element + "!" : $0.element }
    let oneLine = Array(String(repeating: "x", count: 4_000_000).utf8)
    let whole = try await page(
      failed: ["a.html": text(lines), "b.html": Array(lines.joined().utf8), "c.txt": oneLine + [1] + oneLine],
      worked: ["a.html": text(other), "b.html": Array(other.joined().utf8), "c.txt": oneLine + [2] + oneLine]
    )
    let page = differed(whole)
    #expect(page.matches(of: /<del>|<ins>/).count < 500)
    #expect(page.utf8.count < 200_000)
    #expect(page.contains(/[0-9,]+ more lines differ\. The last [0-9,]+ lines are not compared\. Whole files/))
    #expect(page.contains("<details class=\"text\">\n<summary><code>a.html</code>"))
  }

  @Test func `a file of more than 10 MB is not compared, and a note says so`() async throws {
    let large = [UInt8](repeating: UInt8(ascii: "x"), count: Attachment.largest + 1)
    let page = try await page(failed: ["a.log": large], worked: ["a.log": text(["x"])])
    #expect(differed(page).contains("a.log: Not compared: larger than 10 MB."))
  }

  @Test func `a page compares a limited number of bytes`() async throws {
    try await withTemporaryFolder { folder in
      let files = try (0..<4).map { number in
        let file = Attachment(folder: folder.path, path: "\(number)-s1-a1-a.txt")
        try Data("line \(number)\n".utf8).write(to: URL(fileURLWithPath: file.fullPath))
        return file
      }
      var differences = FileDifferences(room: 14)
      for (pair, isCompared) in [(files[..<2], true), (files[2...], false)] {
        guard case .lines = differences.difference(pair[pair.startIndex], pair[pair.startIndex + 1]) else {
          #expect(!isCompared)
          continue
        }
        #expect(isCompared)
      }
    }
  }

  @Test func `a step with evidence of its passing attempt is shown`() {
    var step = Row.sample(outcome: "recovered", attempt: 2, stepID: "evidence", taxMs: 1)
    step.attachmentPaths = "run/abc-s1-a2-a.txt"
    let others = (0..<2 * TestTimelines.mostTests).map {
      Row.sample(outcome: "exhausted", attempt: 4, test: "test \($0)", stepID: "\($0)", taxMs: 100)
    }
    let page = HTMLFormat.render(FullReport(others + [step]))
    #expect(page.contains("<section class=\"differed\">"))
    #expect(page.contains("<p class=\"note\">and \(TestTimelines.mostTests) more tests with failed attempts.</p>"))
    var exhausted = Row.sample(outcome: "exhausted", attempt: 4)
    exhausted.attachmentPaths = "run/abc-s1-a4-a.txt"
    #expect(TestTimelines([exhausted]).all.map { $0.steps.map(\.evidence) } == [[[]]])
  }
}
