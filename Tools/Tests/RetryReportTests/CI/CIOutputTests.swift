#if os(Linux)
  import Testing

  @testable import RetryReport

  /// The places where each CI shows the report of a job.
  @Suite struct CIOutputTests {
    private let job: Job

    init() throws { job = try Job() }

    @Test func `Azure uploads the summary, and the others print it in the log`() async throws {
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 8, exhausted: 2))
      let azure = try await job.run(["--page", "out.html"], .azure)
      let upload = try #require(azure.output.split(separator: "\n").last?.split(separator: "]").last)
      #expect(azure.output.contains("\n##vso[task.uploadsummary]/"))
      #expect(upload.hasSuffix("/out.md"))
      #expect(try job.text("out.md").contains("| Sign In |"))

      for service in [CIEnvironment.Service.gitLab, .buildkite, .circleCI, .jenkins, .bitrise] {
        let run = try await job.run([], service)
        #expect(run.exitCode == 0)
        #expect(run.output.contains("\n10 steps in 1 run"))
        #expect(!run.output.contains("::"))
        #expect(!run.output.contains("##"))
      }
    }

    @Test func `a summary that is too long for the CI says where the rest is`() throws {
      let name = String(repeating: "🛒", count: 180)
      let rows = (0..<1_500).map { Row.sample(outcome: "recovered", action: "Step \($0) \(name)", stepID: "s\($0)") }
      let report = CIReport(FullReport(Report(rows)))
      let markdown = report.markdown()
      #expect(markdown.hasPrefix("### Retried steps\n"))
      #expect(markdown.hasSuffix(" |\nThe rest is on the page.\n"))
      #expect((1_047_000...1_048_576).contains(markdown.utf8.count))
      // The file may have the texts of other commands.
      let second = report.markdown(after: 48_576)
      #expect(second.hasSuffix(" |\nThe rest is on the page.\n"))
      #expect((999_000...1_000_000).contains(second.utf8.count))
      #expect(report.markdown(after: 1_048_570).isEmpty)
    }
  }
#endif
