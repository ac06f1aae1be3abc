#if os(Linux)
  import Foundation
  import Testing

  /// Hostile arguments and files, as a shell and a file system may give them to the command.
  @Suite struct HostileInputTests {
    @Test func `a file is written whole or not at all`() async throws {
      try await withTemporaryFolder { folder in
        let files = ["page.html", "new.html"].map { folder.appendingPathComponent($0) }
        try Data("old".utf8).write(to: files[0])
        for path in files.map(\.path) {
          // No file may grow beyond four blocks, as on a full disk.
          let options = [Golden.records, "--format", "html", "--output", path]
          let run = try await ChildProcess.shell(#"ulimit -f 4; "$0" "$@""#, options)
          #expect(run.exitCode == 2)
          #expect(run.errors.contains("error: \(path) cannot be written: File too large"))
        }
        #expect(try String(contentsOf: files[0], encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["page.html"])
      }
    }

    @Test func `a file keeps its links and its mode, and a new one has the usual mode`() async throws {
      try await withTemporaryFolder { folder in
        let files = FileManager.default
        let (real, link) = (folder.appendingPathComponent("real"), folder.appendingPathComponent("link"))
        let later = folder.appendingPathComponent("later")
        try Data("old".utf8).write(to: real)
        try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real.path)
        try files.createSymbolicLink(atPath: link.path, withDestinationPath: "real")
        try files.createSymbolicLink(atPath: later.path, withDestinationPath: "new")
        for path in [link.path, later.path] {
          let options = [Golden.records, "-o", path] + Golden.results
          #expect(try await ChildProcess.shell(#"umask 27; "$0" "$@""#, options).exitCode == 0)
        }
        for name in ["real", "new"] {
          let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
          #expect(try text == Golden.text("summary.txt"))
          let attributes = try files.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
          #expect(attributes[.posixPermissions] as? NSNumber == 0o640)
        }
      }
    }

    @Test func `a read-only file is not changed`() async throws {
      try await withTemporaryFolder { folder in
        let file = folder.appendingPathComponent("fixed.txt")
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
        let run = try await ChildProcess.report(["summary", Golden.records, "--output", file.path])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("fixed.txt cannot be written: it is read-only"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "old")
      }
    }

    @Test func `a device is written to directly`() async throws {
      let run = try await ChildProcess.shell(#""$0" "$@" --output /dev/stdout | cat"#, ["summary", Golden.records])
      #expect(run.output.contains("Check Out"))
      let full = try await ChildProcess.report(["summary", Golden.records, "--output", "/dev/full"])
      #expect(full.errors.contains("error: /dev/full cannot be written: No space left on device"))
      try await withTemporaryFolder { folder in
        let loop = folder.appendingPathComponent("loop").path
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
        let run = try await ChildProcess.report(["summary", Golden.records, "--output", loop])
        #expect(run.errors.contains("error: \(loop) cannot be written: Too many levels of symbolic links"))
      }
    }

    @Test(arguments: ["-", "/dev/stdin", "<(cat"])
    func `records may come from a stream`(path: String) async throws {
      let last = path.hasPrefix("<") ? #"<(cat "$@")"# : "\(path)"
      let run = try await ChildProcess.shell(
        #"cat "$@" | "$0" summary \#(last) \#(Golden.results.joined(separator: " ")) "#,
        ["1-4711-aaaaaaaaaaaa", "2-4711-bbbbbbbbbbbb", "2-4712-cccccccccccc"].map {
          "\(Golden.records)/nightly-\($0).jsonl"
        }
      )
      #expect(try run.output == Golden.text("summary.txt"))
    }

    @Test func `the name of a path is not a command to a CI service`() async throws {
      let run = try await ChildProcess.report(["no\n::error::x", "##vso[task.complete]"])
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("#\\#vso[task.complete]"))
      #expect(!run.errors.split(separator: "\n").contains { $0.hasPrefix("::") || $0.contains("##vso[") })
    }

    @Test func `the version is the newest one of CHANGELOG, or development while that is unreleased`() async throws {
      let lines = try Golden.text("../../../../CHANGELOG.md").split(separator: "\n")
      let newest = try #require(lines.first { $0.hasPrefix("## ") }).dropFirst(3)
      let run = try await ChildProcess.report(["--version"])
      #expect(run.output == (newest == "Unreleased" ? "development\n" : "\(newest)\n"))
    }
  }
#endif
