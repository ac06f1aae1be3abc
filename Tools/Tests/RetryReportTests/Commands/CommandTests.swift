#if os(Linux)
  import Foundation
  import Testing

  /// The command as a shell runs it.
  @Suite struct CommandTests {
    private func run(_ arguments: [String]) async throws -> ChildProcess { try await .report(arguments) }

    @Test func `without a subcommand it prints the summary`() async throws {
      let run = try await run([Golden.records] + Golden.results)
      #expect(run.exitCode == 0)
      #expect(try run.output == Golden.text("summary.txt"))
      #expect(run.errors.contains("nightly-2-4711-bbbbbbbbbbbb.jsonl: skipped 1 torn line"))
    }

    @Test(
      arguments: [
        (["--fail-on-action-flake-rate", "100"], 2, "error: 2 lines of a newer version could not be read, so"),
        (["--fail-on-action-flake-rate", "1"], 1, "which is more than 1.0 % with 95 % confidence."),
        (["--fail-on-exhausted", "/nowhere"], 1, "error: /nowhere could not be read, so the gates do not cover all"),
        (["/nowhere"], 2, "warning: /nowhere: no such file or folder"),
        (["/nowhere"], 2, "error: /nowhere could not be read, so its records are missing."),
        (["--fail-on-exhausted"], 1, "8 steps and 2 whole tests did not succeed: Launch, Pay"),
        (["--fail-on-action-flake-rate", "101"], 2, "--fail-on-action-flake-rate is 101.0, but must be 0 to 100."),
        (["--output", "/proc/nowhere"], 2, "error: /proc/nowhere cannot be written: "),
        (
          ["", "x"], 2,
          "The value '' is invalid for '<records>': a path is empty, perhaps because a variable is not set."
        ),
      ] as [([String], Int32, String)]
    )
    func `the exit code and standard error say what is wrong`(options: [String], code: Int32, text: String)
      async throws
    {
      let run = try await run([Golden.records] + options)
      #expect(run.exitCode == code)
      #expect(run.errors.contains(text))
    }

    @Test func `nothing to report is not a flake rate of zero`() async throws {
      let run = try await run(["/nowhere", "--fail-on-action-flake-rate", "0"])
      #expect(run.exitCode == 2)
      #expect(run.output == "")
      #expect(run.errors == "warning: /nowhere: no such file or folder\nerror: There are no records in /nowhere.\n")
    }

    /// - Parameter redirection: The part of a command line that redirects the streams.
    private func runInShell(_ redirection: String, _ arguments: [String]) async throws -> ChildProcess {
      try await .shell(#""$0" "$@" \#(redirection); echo "exit ${PIPESTATUS[0]}" >&2"#, arguments)
    }

    @Test(arguments: [(">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")])
    func `a closed standard output is an error, not a crash`(redirection: String, reason: String) async throws {
      for format in ["html", "json"] {
        let run = try await runInShell(redirection, [Golden.records, "--format", format])
        #expect(run.errors.contains("error: standard output cannot be written: \(reason)"))
        #expect(run.errors.hasSuffix("exit 2\n"))
      }
    }

    @Test(arguments: ["html", "json"])
    func `a pipe that is closed is an error, not a crash`(format: String) async throws {
      // The command begins after the reader has gone.
      let script = #"""
        closed=$(mktemp -u)
        { until [ -e "$closed" ]; do sleep 0.01; done; "$0" "$@"; echo "exit $?" >&2; } | { exec <&-; : >"$closed"; }
        rm "$closed"
        """#
      let run = try await ChildProcess.shell(script, [Golden.records, "--format", format])
      #expect(run.errors.contains("error: standard output cannot be written: Broken pipe"))
      #expect(run.errors.hasSuffix("exit 2\n"))
    }

    @Test(
      arguments: [
        "-o /dev/full", "-o r", "--format html >/dev/full", ">&-", "--format ctrf -o ''/proc/x",
        "--format json -o /dev/full",
      ]
    )
    func `a gate that fails goes before an output that cannot be written`(output: String) async throws {
      let job = try Job()
      try job.write("r/1.jsonl", RecordFile.text(run: "1", passes: 1, exhausted: 1))
      let script = #"cd "$1"; "$0" r --fail-on-exhausted \#(output)"#
      let run = try await ChildProcess.shell(script, [job.folder.path])
      #expect(run.exitCode == 1)
      #expect(run.errors.contains("cannot be written: "))
      #expect(run.errors.contains("error: 1 step did not succeed: Sign In."))
    }

    @Test func `a comparison that fails goes before an output that cannot be written`() async throws {
      let job = try Job()
      try await job.learn()
      try job.write("r/x.jsonl", RecordFile.text(run: "x", passes: 40, failing: ["bug": 40]))
      let gate = ["--fail-on-new-cause", "-o", "/dev/full"]
      let run = try await ChildProcess.report(["compare", job.path(".retry-baseline.json"), job.path("r")] + gate)
      #expect(run.exitCode == 1)
      #expect(run.errors.contains("error: /dev/full cannot be written: "))
      #expect(run.errors.contains("error: 1 new cause: Sign In: error: bug."))
    }

    @Test func `without a stream for errors the exit code is the same`() async throws {
      let run = try await runInShell("2>&- | cat >&2", [Golden.records, "--fail-on-exhausted"])
      #expect(run.errors.hasSuffix("exit 1\n"))
    }
  }
#endif
