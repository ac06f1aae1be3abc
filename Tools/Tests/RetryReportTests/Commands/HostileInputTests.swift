#if os(Linux)
  import Foundation
  import Testing

  /// Hostile arguments and files, as a shell and a file system may give them to the command.
  @Suite struct HostileInputTests {
    private let job: Job

    init() throws { job = try Job() }

    @Test func `a file is written whole or not at all`() async throws {
      try job.write("out/page.html", "old")
      for path in [job.path("out/page.html"), job.path("out/new.html")] {
        // No file may grow beyond four blocks, as on a full disk.
        let options = [Golden.records, "--format", "html", "--output", path]
        let run = try await ChildProcess.shell(#"ulimit -f 4; "$0" "$@""#, options)
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("error: \(path) cannot be written: File too large"))
      }
      #expect(try job.text("out/page.html") == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: job.path("out")) == ["page.html"])
    }

    @Test func `a replaced file keeps its links and its mode`() async throws {
      let files = FileManager.default
      try job.write("real", "old", mode: 0o604)
      try files.createSymbolicLink(atPath: job.path("link"), withDestinationPath: "real")
      try files.createSymbolicLink(atPath: job.path("later"), withDestinationPath: "new")
      for path in [job.path("link"), job.path("later")] {
        let options = [Golden.records, "-o", path] + Golden.results
        #expect(try await ChildProcess.shell(#"umask 27; "$0" "$@""#, options).exitCode == 0)
      }
      for (name, mode) in [("real", 0o604), ("new", 0o640)] {
        #expect(try job.text(name) == Golden.text("summary.txt"))
        #expect(try files.attributesOfItem(atPath: job.path(name))[.posixPermissions] as? Int == mode)
      }
    }

    @Test func `a read-only file is not changed`() async throws {
      try job.write("fixed.txt", "old", mode: 0o444)
      let run = try await ChildProcess.report(["summary", Golden.records, "--output", job.path("fixed.txt")])
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("fixed.txt cannot be written: it is read-only"))
      #expect(try job.text("fixed.txt") == "old")
    }

    @Test func `a device is written to directly`() async throws {
      let run = try await ChildProcess.shell(#""$0" "$@" --output /dev/stdout | cat"#, ["summary", Golden.records])
      #expect(run.output.contains("Check Out"))
      let loop = job.path("loop")
      try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
      for (path, reason) in [("/dev/full", "No space left on device"), (loop, "Too many levels of symbolic links")] {
        let run = try await ChildProcess.report(["summary", Golden.records, "--output", path])
        #expect(run.errors.contains("error: \(path) cannot be written: \(reason)"))
      }
    }

    @Test(arguments: ["-", "/dev/stdin", "<(cat"])
    func `records may come from a stream`(path: String) async throws {
      let last = path.hasPrefix("<") ? #"<(cat "$@")"# : "\(path)"
      let script = #"cat "$@" | "$0" summary \#(last) \#(Golden.results.joined(separator: " ")) "#
      let names = ["1-4711-aaaaaaaaaaaa", "2-4711-bbbbbbbbbbbb", "2-4712-cccccccccccc"]
      let run = try await ChildProcess.shell(script, names.map { "\(Golden.records)/nightly-\($0).jsonl" })
      #expect(try run.output == Golden.text("summary.txt"))
    }

    @Test func `the name of a path is not a command to a CI service`() async throws {
      let run = try await ChildProcess.report(["no\n::error::x", "##vso[task.complete]"])
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("#\\#vso[task.complete]"))
      #expect(!run.errors.split(separator: "\n").contains { $0.hasPrefix("::") || $0.contains("##vso[") })
    }

    @Test func `the version is the newest one in CHANGELOG`() async throws {
      let lines = try Golden.text("../../../../CHANGELOG.md").split(separator: "\n")
      let newest = try #require(lines.first { $0.hasPrefix("## ") }).dropFirst(3)
      let run = try await ChildProcess.report(["--version"])
      #expect(run.output == (newest == "Unreleased" ? "development\n" : "\(newest)\n"))
    }
  }
#endif
