#if os(Linux)
  import Foundation
  import Testing

  @testable import RetryReport

  /// Files and words as users give them to the command, and the commands that it prints.
  @Suite struct InputTests {
    private let job: Job

    init() throws {
      job = try Job()
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 3, failing: ["lost": 1]))
    }

    private func run(_ script: String) async throws -> ChildProcess {
      try await .shell("cd \"$1\"; \(script)", [job.folder.path])
    }

    @Test func `compressed records are read, and damaged files are named`() async throws {
      let plain = try await run("\"$0\" retries")
      let packed = try await run("gzip retries/1.jsonl; \"$0\" retries --fail-on-exhausted")
      #expect(packed.exitCode == 0 && packed.output == plain.output)
      let cut = try await run("head -c 100 retries/1.jsonl.gz > retries/2.jsonl.gz; \"$0\" retries --fail-on-exhausted")
      #expect(cut.exitCode == 2)
      #expect(cut.errors.contains("warning: retries/2.jsonl.gz: cannot be read: gzip could not unpack it"))
      let other = try await run("head -c 3000000 /dev/zero | gzip > other.jsonl.gz; \"$0\" other.jsonl.gz")
      #expect(other.errors.contains("warning: other.jsonl.gz: is compressed data of another kind, not a file"))
      let renamed = try await run("mv retries/1.jsonl.gz retries/1.jsonl; rm retries/2*; \"$0\" retries")
      #expect(renamed.exitCode == 2)
      #expect(renamed.errors.contains("retries/1.jsonl: is compressed (its name must end in .gz"))
    }

    @Test(arguments: [
      ("mkdir other", "other: contains no .jsonl file"), (": >other.jsonl", "other.jsonl: is empty"),
      ("echo >other.jsonl", "other.jsonl: is empty"),
      ("cp -r retries other; tar cf other/2.tar retries", "2.tar: ignored"),
      ("cp -r retries other; : >other/shard.zip", "shard.zip: ignored"),
    ])
    func `no gate passes if the records of a shard may be missing`(setup: String, gap: String) async throws {
      let alone = try await run("\(setup); \"$0\" retries other* 2>&1")
      #expect(alone.exitCode == 0 && alone.output.contains(gap), "\(alone.output)")
      for command in ["", "ci --no-baseline --branch a --default-branch main"] {
        let gated = try await run("\"$0\" \(command) retries other* --fail-on-exhausted 2>&1")
        #expect(
          gated.exitCode == 2 && gated.output.contains("so the gates do not cover all records"),
          "\(gated.output)"
        )
      }
    }

    @Test func `one file under several names counts once`() async throws {
      try job.write("results.xml", "<testsuite><testcase name='t'><failure/></testcase></testsuite>")
      try FileManager.default.createSymbolicLink(atPath: job.path("link.xml"), withDestinationPath: "results.xml")
      let names =
        "--junit results.xml --junit ./results.xml --junit \"$PWD/results.xml\" --junit link.xml --junit 'res*.xml'"
      let run = try await run("\"$0\" ci retries ./retries/1.jsonl --no-baseline \(names)")
      #expect(run.output.contains("1 test failed"))
      #expect(!run.output.contains("2 tests failed"))
      #expect(run.errors.ranges(of: "results.xml: 0 flaky tests marked").count == 1)
    }

    @Test(arguments: 1_022...1_027)
    func `two result files below a folder with a long path are two`(length: Int) async throws {
      // The working directory of the program is the real path.
      var long = (job.path("e") as NSString).resolvingSymlinksInPath
      while long.utf8.count < length {
        let rest = length - long.utf8.count - 1
        long += "/" + String(repeating: "e", count: rest > 202 ? 200 : rest)
      }
      for name in ["a", "b"] {
        try FileManager.default.createDirectory(atPath: "\(long)/\(name)", withIntermediateDirectories: true)
        try "<testsuite><testcase name='\(name)'><failure/></testcase></testsuite>"
          .write(toFile: "\(long)/\(name)/results.xml", atomically: false, encoding: .utf8)
      }
      for names in ["--junit \(long)/a/results.xml --junit \(long)/b/results.xml", "--junit \(long)"] {
        let run = try await run("\"$0\" ci retries --no-baseline \(names)")
        #expect(run.output.contains("2 tests failed"), "\(run.output)\(run.errors)")
      }
    }

    @Test func `the summary names a result file that it could not read`() async throws {
      try job.write("broken.xml", "<testsuite>")
      let run = try await run("\"$0\" retries --junit broken.xml --junit none.xml")
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("error: none.xml: no such JUnit file\n"))
      #expect(run.errors.contains("error: broken.xml is malformed in line 1"))
      #expect(run.output.contains("2 result files not read"))
    }

    @Test(
      arguments: [
        ("broken.xml", "broken.xml is malformed in line 1"), ("none.xml", "none.xml: no such JUnit file"),
        ("empty.xml", "empty.xml is not an XML file"), ("retries", "retries: contains no JUnit XML file"),
        ("'b*/*.xml'", "b*/*.xml: no JUnit file matches this pattern in"), ("/dev/null", "/dev/null: is not a file"),
        ("<(cat broken.xml)", ": is not a file"),
      ]
    )
    func `a result file that cannot be read fails each command`(path: String, sentence: String) async throws {
      try job.write("broken.xml", "<testsuite><testcase name='t'><failure/>")
      try job.write("empty.xml", "")
      for command in ["", "--format json", "--format ctrf", "ci --no-baseline", "ci --fail-on-exhausted"] {
        let run = try await run("\"$0\" \(command) retries --junit \(path)")
        #expect(run.exitCode == 2, "\(command)")
        #expect(run.errors.split(separator: "\n").contains { $0.hasPrefix("error: ") && $0.contains(sentence) })
      }
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 1, exhausted: 1))
      for command in ["", "ci --no-baseline"] {
        #expect(try await run("\"$0\" \(command) retries --fail-on-exhausted --junit \(path)").exitCode == 1)
      }
    }

    @Test(
      arguments: [
        "retries -o retries/1.jsonl", "retries -o link.jsonl", "retries --junit j.xml -o j.xml",
        "baseline retries -o retries/../retries/1.jsonl",
        "compare b.json retries -o b.json", "ci retries --page retries/1.jsonl",
        "ci retries --junit j.xml --page j.xml",
        "ci retries --page b.json --baseline b.json", "ci retries --page new --baseline ./new",
        "ci retries --page later --baseline new",
        "ci retries --page linked/new --baseline folder/new", "ci retries --baseline retries/1.jsonl",
        "ci retries --junit '*.xml' --baseline j.xml",
      ]
    )
    func `an output is never a file that the command reads`(arguments: String) async throws {
      try job.write("j.xml", "<testsuite><testcase name='t'/></testsuite>")
      try FileManager.default.createSymbolicLink(atPath: job.path("link.jsonl"), withDestinationPath: "retries/1.jsonl")
      _ = try await run("\"$0\" baseline retries -o b.json; mkdir folder; ln -s folder linked; ln -s new later")
      let names = ["j.xml", "b.json", "retries/1.jsonl"]
      let before = try names.map(job.text)
      let run = try await run("\"$0\" \(arguments)")
      #expect(run.exitCode == 2)
      #expect(
        run.errors.contains(" is both read and written, or written twice, so its contents would be lost. Name another")
      )
      #expect(
        try names.map(job.text) == before && !job.exists("retried-steps.html") && !job.exists("new")
          && !job.exists("folder/new")
      )
    }

    @Test func `files that are not read although their names look like records are named once`() async throws {
      for name in ["a.JSONL", "b.jsonl.bz2", "c.json", "d.jsonl.tmp", "x/e.jsonl.1", "notes.txt", ".hidden.json"] {
        try job.write("retries/\(name)", "{}")
      }
      let run = try await run("\"$0\" retries")
      let list = "retries/a.JSONL, retries/b.jsonl.bz2, retries/c.json, retries/d.jsonl.tmp, retries/x/e.jsonl.1"
      #expect(run.errors.hasPrefix("warning: \(list): ignored, because records end in .jsonl or .jsonl.gz\n\n"))
      #expect(run.exitCode == 0)
      let gated = try await self.run("\"$0\" retries --fail-on-exhausted")
      #expect(gated.exitCode == 2 && gated.errors.contains(".jsonl.gz, so the gates do not cover all records.\n"))
      let other = try await self.run("rm -r retries/[abdx]*; \"$0\" retries --fail-on-exhausted")
      #expect(other.exitCode == 0 && other.errors.hasPrefix("warning: retries/c.json: ignored"))
    }

    @Test func `a command without all of its records ends with 2`() async throws {
      try job.write("retries/2.jsonl.gz", "no gzip")
      for command in ["baseline retries -o b.json", "retries", "retries --format html", "ci retries --no-baseline"] {
        let run = try await run("\"$0\" \(command)")
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("error: retries/2.jsonl.gz could not be read, so its records are missing."))
      }
    }

    @Test func `a folder of a job that does not exist is named`() async throws {
      for options in ["", "--fail-on-exhausted", "--allow-no-records --fail-on-exhausted"] {
        let run = try await run("\"$0\" ci retires \(options)")
        #expect(
          run.errors.contains("note: No gate is set, so the exit code is 0. With one, such as") == options.isEmpty
        )
        let sentence =
          "/retires: nothing was built, or no step has run. retires: no such file or folder."
        #expect(run.output.hasPrefix("There are no records in /") && run.output.contains(sentence))
      }
      try job.write("others/1.JSONL", "")
      let others = try await run("\"$0\" ci others").output
      #expect(
        others.contains(
          "others/1.JSONL: ignored, because records end in .jsonl or .jsonl.gz. retries contains records.\n"
        )
      )
      let inside = try await run("mkdir app; cd app; AUTO_RETRY_REPORT=retries \"$0\" ci --fail-on-exhausted")
      #expect(inside.exitCode == 2 && inside.output.contains("../retries contains records.\n"))
      let partly = try await run("\"$0\" ci retries retires --no-baseline")
      #expect(partly.exitCode == 2)
      #expect(partly.errors.contains("error: retires could not be read, so its records are missing."))
    }

    @Test func `standard input without records is named`() async throws {
      let empty = try await run("\"$0\" - </dev/null")
      #expect(empty.errors == "error: There are no records in standard input.\n" && empty.exitCode == 2)
      let packed = try await run("gzip -c retries/1.jsonl | \"$0\" -")
      #expect(
        packed.errors.hasPrefix("warning: -: is compressed (its name must end in .gz; unpack a stream with gzip -dc)")
      )
      #expect(packed.exitCode == 2)
    }

    @Test(
      arguments: [
        ("summary compare", "There is no file or folder compare. A subcommand is the first word: retry-report compare"),
        ("compare rows.jsonl retries", "rows.jsonl is not a baseline; retry-report baseline <folder>"),
        ("'$WORKSPACE/retries'", "$WORKSPACE/retries is not a path: the variable in it was not replaced. Single"),
        ("ci --default-branch main,topic", "--default-branch is main,topic: name one branch."),
        ("compare b.json", "error: Name a file or a folder of records, or - for standard input."),
        ("retries --junit 'build/*.xml'", "error: build/*.xml: no JUnit file matches this pattern in /"),
        ("html retries", "html is a format: write --format html."),
        (
          "ci retries --branch '$(Build.SourceBranchName)'",
          "--branch is $(Build.SourceBranchName): the variable in it was"
        ),
        ("retries compare report.json", "compare. A subcommand is the first word: retry-report compare"),
        ("explain --help", "explain is not a subcommand. The subcommands are: summary, baseline, compare, ci, accept."),
        ("help sumary", "sumary is not a subcommand. The subcommands are: summary, baseline, compare, ci, accept."),
        ("compare report.json retries", "report.json is not a baseline; retry-report baseline <folder>"),
        ("compare /dev/null retries", "error: /dev/null: is not a file"),
        ("compare pipe retries", "error: pipe: is not a file"),
        (
          "compare conflict.json retries",
          "error: conflict.json has a merge conflict of Git. Keep the lines of one side."
        ),
        ("baseline retries b.json", "error: To write the baseline there: --output b.json"),
        ("retries -format html", "Error: Unknown option '-format'. Write two dashes: --format"),
        ("ci retries -fail-on-exhausted", "Error: Unknown option '-fail-on-exhausted'. Write two dashes: --fail-on-ex"),
        ("baseline retries -hidden", "Error: Unknown option '-hidden'. Write two dashes: --hidden"),
        ("ci retries --shard 1/4", "  Shards need no option: name the folders of all of them."),
        ("ci retries $'--fail-on-exhausted\\r'", "--fail-on-exhausted ends with a carriage return: save the"),
        ("ci retries --branch $'main\\r'", "main ends with a carriage return: save the script"),
        (
          "AUTO_RETRY_REPORT='${WORKSPACE}/retries'",
          "AUTO_RETRY_REPORT is ${WORKSPACE}/retries: the variable in it was"
        ),
        (
          "AUTO_RETRY_REPORT=report.json",
          "AUTO_RETRY_REPORT is report.json, but must name a folder, for the tests too."
        ),
        ("retries --since 2026-11-01", "  Records are not chosen by date: keep a folder for each month, and name"),
        ("ci retries '--fail-on-exhausted --fail-on-new-cause'", " is one argument: remove the quotes."),
        ("retries —fail-on-exhausted", "begins with a long dash: write --fail-on-exhausted."),
        ("'retries/*.json'", "warning: retries/*.json: no such file or folder; name the folder instead of a pattern"),
        ("retries-attachments", "contains no .jsonl file; the records of these attachments are next to it"),
        ("packed.zip", "warning: packed.zip: cannot be read: it is an archive (unpack it)"),
        ("packed.tar", "warning: packed.tar: cannot be read: it is an archive (unpack it)"),
        ("packed.tar.gz", "warning: packed.tar.gz: cannot be read: it is an archive (unpack it)"),
        ("retries wide.jsonl", "warning: wide.jsonl: cannot be read: it is UTF-16, and records are UTF-8"),
        (
          "Test.xcresult",
          "warning: Test.xcresult: is a result bundle of Xcode. Records are in the folder that AUTO_RETRY_"
        ),
        ("dangling", "warning: dangling: is a link to nowhere, where no file is"),
        ("baseline report.json", "report.json: is JSON on several lines, such as a baseline or a report (records have"),
        ("compare conflict.json.gz retries", "error: conflict.json.gz is compressed: unpack it with gunzip <"),
        (
          "ci retries --branch main --default-branch main --baseline retries", "The baseline retries is a folder, not a"
        ),
        ("compare report.json retries --fail-on-new-cause true", "takes no value: remove true."),
        ("ci retries true --no-baseline", "an option such as --fail-on-new-cause takes no value: remove true."),
        ("ci --fail-on-exhausted 1", "an option such as --fail-on-new-cause takes no value: remove 1."),
        ("ci retries --junit Test.xcresult", "Test.xcresult is a result bundle of Xcode. Name the JUnit XML that"),
        ("Test-attachments", "warning: Test-attachments: no such file or folder"),
        ("texts", "warning: texts: contains no .jsonl file, but 1.txt"),
        ("accept 1a --reason fixed --baseline all.json", " Did you mean .retry-baseline.json, which exists?"),
        ("accept 1a --reason the new server", "  Put the reason in quotes: --reason 'the new server'"),
        ("ci retries --gates --fail-on-exhausted", "The gates are --fail-on-action-flake-rate, --fail-on-exhausted, "),
        ("compare empty.json retries", "error: empty.json is empty: check how it is kept from run to run"),
        ("'~/retries'", "no such file or folder; in quotes, the shell does not replace ~"),
        (
          "compare retries --fail-on-new-cause",
          "error: retries is a folder. The baseline comes first, and retry-report baseline retries --output baseline"
        ),
        ("ci retries --output page.html", "  The page goes to --page <file>, the rest to standard output."),
        (
          "accept 1a --reason fixed",
          "/.retry-baseline.json. Run accept in the folder where retry-report ci keeps it, or"
        ),
        ("accept", "/.retry-baseline.json. Run accept in the folder where retry-report ci keeps it, or name it with"),
        ("results.xml retries", "is a web page or XML (result files need --junit, each of them or a quoted pattern)"),
        ("retries -o ''", "The value '' is invalid for '-o <file>': a path is empty, perhaps because a variable"),
        ("retries --junit ''", "The value '' is invalid for '--junit <path>': a path is empty"),
        ("ci retries --junit=", "Missing value for '--junit <path>'"),
        ("ci retries --page ''", "The value '' is invalid for '--page <file>': a path is empty"),
        ("ci retries --baseline ''", "The value '' is invalid for '--baseline <file>': a path is empty"),
        ("ci ''", "The value '' is invalid for '<records>': a path is empty"),
        ("compare '' retries", "The value '' is invalid for '<baseline>': a path is empty"),
        ("baseline ''", "The value '' is invalid for '<records>': a path is empty"),
        ("accept --baseline ''", "The value '' is invalid for '--baseline <baseline>': a path is empty"),
        ("retries --fail-on-flake-rate 5", "The gates are --fail-on-action-flake-rate, --fail-on-exhausted, "),
        ("ci retries --fail-on-new-step", "--fail-on-new-cause, --fail-on-new-flaky-step, --fail-on-regression."),
        ("ci --records retries", "<records> is not an option: write it without --records."),
        ("--records retries", "<records> is not an option: write it without --records."),
        ("compare --baseline=b.json retries", "<baseline> is not an option: write it without --baseline."),
        ("accept --all", "Each finding is accepted by its name."),
        ("-v", "The option for the version is --version."),
        ("retries --fail-on-action-flake-rate 0x10", "it must be a number, such as 2.5."),
        ("retries --fail-on-action-flake-rate inf", "it must be a number, such as 2.5."),
        ("compare b.json retries --level 1e1", "it must be a number, such as 2.5."),
        (
          "retries --fail-on-action-flake-rate 1 --fail-on-action-flake-rate=99",
          "--fail-on-action-flake-rate is given more than once. Remove all but one."
        ),
        ("ci retries --level 1 --level 2", "--level is given more than once. Remove all but one."),
        ("retries --json", "The option for a format is --format json."),
        ("retries --fail-on-new-cause", "--fail-on-new-cause is an option of compare and ci."),
        ("compare b.json retries --fail-on-exhausted", "--fail-on-exhausted is an option of summary and ci."),
        ("--verison", "Unknown option '--verison'"),
        ("baseline --retries", "Unknown option '--retries'"),
        ("baseline", "Name a file or a folder of records, or - for standard input."),
        ("retries --fail-on-action-flake-rate -1", "--fail-on-action-flake-rate is -1.0, but must be 0 to 100."),
        ("retries --fail-on-action-flake-rate 0,5", "it must be a number, such as 2.5."),
        ("compare b.json retries --level 101%", "--level is 101.0, but must be more than 0 and at most 20 (percent"),
        ("compare b.json retries", "b.json: no such baseline; retry-report baseline <folder> --output <file> writes"),
        ("baseline retries b.json", "error: b.json could not be read, so its records are missing."),
        ("ci retries --no-baseline --baseline b.json", "--no-baseline and --baseline exclude each other."),
        ("accept --reason fixed", "Name the finding to accept."), ("accept --by Ann", "Name the finding to accept."),
        ("accept sign-in --reason fixed --by ''", "--by is empty: is the variable in it set?"),
        ("accept sign-in", "Say why the finding is acceptable: --reason <reason>."),
        ("sumary retries", "sumary is not a file, a folder or a subcommand. The subcommands are: summary, baseline,"),
      ]
    )
    func `a message names what is wrong`(arguments: String, answer: String) async throws {
      try job.write("conflict.json", "{\n<<<<<<< HEAD\n\"version\": 5\n")
      try job.write("empty.json", "")
      try job.write("texts/1.txt", "")
      try job.write("packed.zip", "PK\u{3}\u{4}and more")
      try job.write("results.xml", "<testsuite/>")
      try job.write("rows.jsonl", "{\"v\":1}\n{\"v\":1}\n")
      let report = arguments.contains("report.json") ? "\"$0\" retries --format json -o report.json" : ""
      let baselines = "for file in all.json .retry-baseline.json; do \"$0\" baseline retries -o $file; done"
      let variable = arguments.hasPrefix("AUTO_RETRY_REPORT") ? "\(arguments) \"$0\" ci" : nil
      let run = try await run(
        """
        {
        mkfifo pipe; mkdir retries-attachments Test.xcresult; ln -s nowhere dangling
        gzip -k conflict.json; tar cf packed.tar retries; gzip -k packed.tar
        iconv -t UTF-16 retries/1.jsonl >wide.jsonl
        \(report)
        \(arguments.hasSuffix("all.json") ? baselines : "")
        } 2>setup.txt
        \(variable ?? "\"$0\" \(arguments)")
        """
      )
      #expect(run.exitCode == 2)
      #expect(run.errors.contains(answer), "\(run.errors)")
    }

    @Test func `what goes unnoticed has a note`() async throws {
      let page = try await run("\"$0\" retries -o page.html")
      #expect(page.errors.contains("warning: page.html contains text. Did you mean --format html?"))
      for (arguments, format) in [
        ("-o html", "html"), ("-o a.md", "markdown"), ("-o a.json", "json"), ("-o ctrf", "ctrf"),
      ] {
        let other = try await run("\"$0\" retries \(arguments)")
        #expect(other.errors.contains("contains text. Did you mean --format \(format)?") && other.exitCode == 0)
      }
      #expect(!(try await run("\"$0\" retries -o a.json --format ctrf").errors.contains("warning")))
      #expect(
        try await run("\"$0\" baseline retries -o b.json").errors.contains(
          "note: the baseline has 1 run of main. Use ten"
        )
      )
      let never = try await run("\"$0\" accept 1a --baseline b.json --reason fixed")
      #expect(never.errors.contains("none is open. Only retry-report ci on the default branch opens findings"))
      for (number, name) in ["refs/heads/main", "origin/main", "refs/remotes/origin/main"].enumerated() {
        let options = "--branch \(name) --default-branch main --baseline \(number).json"
        let main = try await run("\"$0\" ci retries \(options)")
        #expect(!main.errors.contains("note: this run") && job.exists("\(number).json"))
      }
      let other = try await run("\"$0\" ci retries --branch main --default-branch master")
      #expect(
        other.errors.contains("note: this run is of main, not of the default branch master, so it is not added to")
      )
      let stale = try await run("AUTO_RETRY_REPORT=nowhere \"$0\" ci --branch main")
      #expect(stale.output.contains("/nowhere (AUTO_RETRY_REPORT): nothing was built"))
      for id in ["1", "2"] { try job.write("two/\(id).jsonl", RecordFile.text(run: id, passes: 1)) }
      let two = try await run("\"$0\" ci two --branch main --default-branch main --baseline two.json")
      #expect(
        two.output.contains("Note: The records are of 2 runs, which are compared together: 1, 2. Delete the records")
      )
      let xcode = try await run("TEST_RUNNER_AUTO_RETRY_REPORT=\"$PWD/retries\" \"$0\" ci --no-baseline")
      #expect(xcode.output.contains("4 steps in 1 run"), "\(xcode.output)")
      let empty = try await run(
        "AUTO_RETRY_REPORT= \"$0\" ci none --branch main; rm -r retries; AUTO_RETRY_REPORT= \"$0\" ci"
      )
      #expect(empty.output.contains("/retries (AUTO_RETRY_REPORT is empty): nothing was built"))
      let unset = try await run("\"$0\" ci --branch main")
      #expect(unset.output.contains("/retries (AUTO_RETRY_REPORT is not set): nothing was built"))
      #expect(stale.errors.contains("warning: retried-steps.html is of an earlier run."))
    }

    @Test(
      arguments: [
        ("--branch main", "CI_COMMIT_BRANCH=feature", "the variables of the job say feature. Remove --branch."),
        (
          "--branch main", "CI_MERGE_REQUEST_IID=5", "the variables of the job say that it tests a pull request. Remove"
        ),
        ("", "CI_COMMIT_BRANCH=main", "The records are of branch feature/login, not of main: delete those of earlier"),
      ]
    )
    func `the baseline learns nothing from another branch`(option: String, variable: String, problem: String)
      async throws
    {
      let isOther = option.isEmpty
      let text = try job.text("retries/1.jsonl")
      if isOther {
        try job.write("retries/1.jsonl", text.replacing(#""branch":"main""#, with: #""branch":"feature/login""#))
      }
      let run = try await run("env GITLAB_CI=true CI_DEFAULT_BRANCH=main \(variable) \"$0\" ci retries \(option)")
      #expect(run.exitCode == 2 && run.output.contains("Problem: ") && run.output.contains(problem), "\(run.output)")
      #expect(!job.exists(".retry-baseline.json"))
      // Nor does one that is damaged, although the default branch replaces it.
      try job.write(".retry-baseline.json", "{")
      let damaged = try await self.run(
        "env GITLAB_CI=true CI_DEFAULT_BRANCH=main \(variable) \"$0\" ci retries \(option)"
      )
      #expect(damaged.exitCode == 2)
      #expect(try job.text(".retry-baseline.json") == "{")
    }

    @Test(arguments: [("203-1", true), ("300-1", false), ("300-2", false), ("local-20261130-7", false)])
    func `records of another run are named`(run id: String, isOther: Bool) async throws {
      try job.write("retries/1.jsonl", RecordFile.text(run: id, passes: 3))
      let gitHub = "GITHUB_ACTIONS=true GITHUB_EVENT_NAME=push GITHUB_REF=refs/heads/main GITHUB_RUN_ID=300"
      let ci = "env \(gitHub) GITHUB_RUN_ATTEMPT=2 \"$0\" ci retries --default-branch main"
      let gated = try await run("\(ci) --fail-on-exhausted")
      #expect(gated.exitCode == (isOther ? 2 : 0), "\(gated.output)")
      let problem = "Problem: The records are of run \(id), and this job is of run 300-2: delete the records of earlier"
      #expect(gated.output.contains(problem) == isOther)
      #expect(job.exists(".retry-baseline.json") == !isOther)
      #expect(gated.output.contains("this run starts one") == !isOther)
      let ungated = try await run(ci)
      #expect(ungated.exitCode == 0 && ungated.output.contains("Note: The records are of run \(id), ") == isOther)
    }

    @Test(arguments: [
      ("JENKINS_URL=http://j/ BUILD_TAG=1", true), ("JENKINS_URL=http://j/ TAG_NAME=v1", false),
      ("JENKINS_URL=http://j/ CHANGE_ID=3", false), ("GITLAB_CI=true CI_DEFAULT_BRANCH=main", true),
      ("GITLAB_CI=true CI_COMMIT_TAG=v1", false), ("BUILDKITE=true", true), ("BUILDKITE=true BUILDKITE_TAG=v1", false),
      ("TF_BUILD=True", true), ("TF_BUILD=True BUILD_SOURCEBRANCH=refs/tags/v1", false), ("CIRCLECI=true", true),
      ("CIRCLECI=true CIRCLE_TAG=v1", false), ("BITRISE_IO=true", true), ("BITRISE_IO=true BITRISE_GIT_TAG=v1", false),
    ])
    func `a job whose variables name no branch is told so`(variables: String, isTold: Bool) async throws {
      let run = try await run("env \(variables) \"$0\" ci retries --default-branch main")
      let text = "No variable names the branch, so no run is added to the baseline: use --branch."
      #expect(run.output.contains(text) == isTold && !job.exists(".retry-baseline.json"), "\(run.output)")
    }

    @Test func `what no gate can fail has a note`() async throws {
      try job.write("once/1.jsonl", RecordFile.text(run: "1", passes: 0, failing: ["lost": 1]))
      let read = try await run("\"$0\" once --junit results-swift-testing.xml")
      #expect(read.errors.contains("note: The result files are only read here: retry-report ci --junit marks 1 flaky"))
      try job.write("few/1.jsonl", RecordFile.text(run: "2", passes: 0, failing: ["lost": 2], exhausted: 1))
      try job.write("results.xml", "<testsuite><testcase name='t'><failure/></testcase></testsuite>")
      let steps = "No gate checks the 1 step that failed: see --fail-on-exhausted."
      let few = "Sign In: 2 of 3 recovered, which are too few steps to prove more than 20.0 %, so the gate passes."
      let tests = "No gate checks the tests (1 test): use the exit code of the test command."
      let options = "few --fail-on-action-flake-rate 20 --junit results.xml"
      let summary = try await run("\"$0\" \(options)")
      #expect(
        summary.exitCode == 0 && summary.errors.contains("note: \(tests)\nnote: \(steps)\nnote: \(few)\n"),
        "\(summary.errors)"
      )
      let ci = try await run("\"$0\" ci \(options) --no-baseline")
      #expect(ci.exitCode == 0 && ci.output.contains("Note: \(tests)\nNote: \(steps)\nNote: \(few)\n"), "\(ci.output)")
      let enough = try await run("\"$0\" few --fail-on-action-flake-rate 70 --fail-on-exhausted")
      #expect(!enough.errors.contains("note: "))
      let ctrf = try await run("\"$0\" once --format ctrf")
      #expect(ctrf.errors.contains("note: Without --junit, the status of a test is \"other\" unless it recovered"))
      let misnamed = "CI_COMMIT_BRANCH=main \"$0\" ci once --default-branch master"
      let named = try await run("env GITLAB_CI=true CI_DEFAULT_BRANCH=main \(misnamed)")
      #expect(named.output.contains("Note: --default-branch is master, but for the CI system it is main. Runs of"))
      let share = try await run(
        "\"$0\" few --fail-on-action-flake-rate 0.05; \"$0\" ci few --fail-on-action-flake-rate 0.05"
      )
      let note = "ote: --fail-on-action-flake-rate 0.05 means 0.05 %. Five percent is 5."
      #expect(share.errors.contains(note) && share.output.contains(note))
    }

    @Test func `findings that fail no job have a note`() async throws {
      let gitLab = "env GITLAB_CI=true CI_DEFAULT_BRANCH=main"
      for number in 0..<6 {
        try job.write("night\(number).jsonl", RecordFile.text(run: "n\(number)", passes: 50))
        _ = try await run("\(gitLab) CI_COMMIT_BRANCH=main \"$0\" ci night\(number).jsonl")
      }
      let new = RecordFile.text(run: "new", passes: 10, failing: ["a new bug": 9], startMs: 1_796_478_400_000)
      try job.write("new.jsonl", new)
      let open = try await run("\(gitLab) CI_MERGE_REQUEST_IID=5 \"$0\" ci new.jsonl")
      #expect(open.exitCode == 0 && open.output.contains("Note: No gate is set, so the findings do not fail the job"))
      let main = try await run("\(gitLab) CI_COMMIT_BRANCH=main \"$0\" ci new.jsonl --fail-on-new-flaky-step")
      #expect(main.exitCode == 0)
      #expect(main.output.contains("Note: On the default branch, --fail-on-new-flaky-step does not fail a run."))
      let later = try await run("\(gitLab) CI_COMMIT_BRANCH=main \"$0\" ci new.jsonl")
      #expect(
        later.output.contains("Note: The baseline already has steps of run new. If several jobs test, collect all")
      )
      let files = try await run("\(gitLab) CI_COMMIT_BRANCH=main \"$0\" ci night0.jsonl new.jsonl --baseline n.json")
      #expect(files.output.contains("Note: The records are of 2 runs, which are compared together: n0, new."))
      _ = try await run("rm n.json; \"$0\" baseline night?.jsonl -o n.json")
      let some = try await run("\(gitLab) CI_COMMIT_BRANCH=main \"$0\" ci night0.jsonl new.jsonl --baseline n.json")
      #expect(
        some.output.contains("Note: The baseline already has run n0: not compared, but counted by the summary and")
      )
      #expect(!some.output.contains("which are compared together"))
      let compared = try await run("\"$0\" compare .retry-baseline.json new.jsonl --level 0.01")
      #expect(compared.errors.contains("note: --level 0.01 means 0.01 %. One percent is --level 1."))
      _ = try await run("\"$0\" baseline night?.jsonl -o all.json")
      let ungated = try await run("\"$0\" compare all.json new.jsonl")
      #expect(ungated.exitCode == 0 && ungated.errors.contains("note: No gate is set, so the findings do not fail"))
      let wrong = try await run("\"$0\" ci retires --allow-no-records --fail-on-exhausted --no-baseline")
      #expect(
        wrong.exitCode == 2
          && wrong.errors.contains("error: The gates have no step to check, although there are records elsewhere:")

      )
      try job.write(
        "topic.jsonl",
        try job.text("night0.jsonl").replacing("\"branch\":\"main\"", with: "\"branch\":\"topic\"")
      )
      let topic = try await run("\"$0\" baseline topic.jsonl -o t.json")
      let azure = "env TF_BUILD=True BUILD_SOURCEBRANCH=refs/heads/main \"$0\" ci new.jsonl --default-branch master"
      let wrongName = try await run("\(azure) --baseline all.json")
      let advice = "Note: All runs of the baseline are of main, as this one is: correct --default-branch.\n"
      #expect(wrongName.output.contains(advice))
      let noBaseline = try await run("\(gitLab) CI_MERGE_REQUEST_IID=5 \"$0\" ci new.jsonl --baseline baseline.json")
      #expect(noBaseline.output.contains(" Did you mean .retry-baseline.json, which exists?"))
      let mixed = try await run("\(gitLab) CI_MERGE_REQUEST_IID=5 \"$0\" ci new.jsonl --baseline t.json")
      #expect(mixed.output.contains("Note: The baseline has 1 run of topic, whose bugs count as usual."))
      #expect(
        topic.errors.contains(" Bugs of any branch but the default one count as usual.")
      )
      let short = try await run("\"$0\" baseline night0.jsonl -o b.json; \"$0\" compare b.json new.jsonl")
      #expect(
        short.errors.contains("note: The baseline has only 1 run, so little can be found. Use ten to twenty runs of")
      )
    }

    @Test(arguments: ["main", "origin/main", "refs/heads/main", "detached"])
    func `the branch of the records may have the place of the branch`(name: String) async throws {
      let text = try job.text("retries/1.jsonl")
      try job.write("retries/1.jsonl", text.replacing(#""branch":"main""#, with: #""branch":"\#(name)""#))
      let run = try await run("env GITLAB_CI=true CI_DEFAULT_BRANCH=main CI_COMMIT_BRANCH=main \"$0\" ci retries")
      #expect(run.exitCode == 0 && job.exists(".retry-baseline.json"))
    }

    @Test func `a dash as the output is standard output`() async throws {
      #expect(try await run("\"$0\" retries -o -").output.contains("Sign In") && !job.exists("-"))
    }

    @Test func `rows that contradict each other end every command with 2`() async throws {
      let row =
        #"{"v":1,"kind":"step","unit":"step","seq":1,"step_id":"p-s1","run_id":"r","attempt":1,"outcome":"passed","start_ms":1}"#
      try job.write("two.jsonl", "\(row)\n\(row.replacing("passed", with: "exhausted"))\n")
      for command in ["summary two.jsonl", "baseline two.jsonl", "ci two.jsonl --no-baseline", "ci two.jsonl"] {
        let run = try await run("\"$0\" \(command)")
        #expect(run.exitCode == 2, "\(command)")
        #expect(run.errors.contains("error: two.jsonl: 1 row has the same number as other rows of the same process"))
      }
    }

    @Test(
      arguments: [
        ("'my records' \"my records/it's.jsonl\"", #"'my records' 'my records/it'\''s.jsonl'"#, "No verdict: no test"),
        ("-- -r", "./-r", "No verdict"), ("summary ci", "./ci", "No verdict"), ("-- help", "./help", "No verdict"),
        ("'two  spaces'", "'two  spaces'", "No verdict"),
        (
          "ci/1.jsonl --junit j.xml --junit='-j*.xml'", "ci/1.jsonl --junit j.xml --junit './-j*.xml'",
          "Passed: no test failed"
        ),
        (
          "ci/1.jsonl --fail-on-exhausted --fail-on-action-flake-rate 2.5",
          "ci/1.jsonl --fail-on-action-flake-rate 2.5 --fail-on-exhausted", "Passed: all 2 gates passed"
        ),
      ]
    )
    func `the command for the page can be run as it is printed`(arguments: String, printed: String, verdict: String)
      async throws
    {
      for name in ["my records/it's", "-r/1", "ci/1", "help/1", "two  spaces/1"] {
        try job.write("\(name).jsonl", RecordFile.text(run: "1", passes: 1))
      }
      let test = "<testsuite><testcase classname='ShopTests.SearchTests' name='testSearch'/></testsuite>"
      for name in ["j.xml", "-j.xml"] { try job.write(name, test) }
      let first = try await run("\"$0\" \(arguments)")
      let command = try #require(
        first.errors.split(separator: "\n").last { $0.contains(":  ") }?.split(separator: ":  ").last
      )
      #expect(command == "retry-report \(printed) --format html --output retries.html")
      let second = try await run("retry-report() { \(ChildProcess.program("retry-report").path) \"$@\"; }; \(command)")
      #expect(second.exitCode == 0 && second.errors == "")
      #expect(try job.text("retries.html").contains(verdict))
    }

    @Test func `no command is printed for records or names that it could not repeat`() async throws {
      try job.write("a\nb.jsonl", RecordFile.text(run: "1", passes: 1))
      for arguments in ["- <retries/1.jsonl", "retries - <retries/1.jsonl", "<(cat retries/1.jsonl)", "$'a\\nb.jsonl'"]
      {
        let run = try await run("\"$0\" \(arguments)")
        #expect(run.exitCode == 0 && run.output.contains(" in 1 run: ") && run.errors == "", "\(arguments)")
      }
    }

    @Test func `the command that accepts a finding can be run as it is printed`() async throws {
      let gitLab =
        "GITLAB_CI=true CI_COMMIT_BRANCH=main CI_DEFAULT_BRANCH=main RETRY_REPORT_COMMAND='swift package retry-report'"
      for number in 0..<8 {
        try job.write("night\(number).jsonl", RecordFile.text(run: "n\(number)", passes: 50))
        _ = try await run("env \(gitLab) \"$0\" ci night\(number).jsonl --baseline 'my cache/b.json'")
      }
      try job.write(
        "new.jsonl",
        RecordFile.text(run: "new", passes: 10, failing: ["a new bug": 9], startMs: 1_796_478_400_000)
      )
      let found = try await run("env \(gitLab) \"$0\" ci new.jsonl --baseline 'my cache/b.json'")
      let start = try #require(found.output.firstRange(of: "swift package retry-report accept "))
      let command = found.output[start.lowerBound...].prefix { $0 != "\n" }
      #expect(command.hasSuffix(" --baseline 'my cache/b.json' --reason 'why'"))
      let accepted = try await run(
        "swift() { shift 2; \(ChildProcess.program("retry-report").path) \"$@\"; }; \(command)"
      )
      #expect(accepted.exitCode == 0 && accepted.errors == "" && accepted.output.hasPrefix("Accepted "))
      let again = try await run(
        "swift() { shift 2; \(ChildProcess.program("retry-report").path) \"$@\"; }; \(command)"
      )
      #expect(
        again.exitCode == 2 && again.errors.contains(" was already accepted by ") && again.errors.contains(": why")
      )
    }
  }
#endif
