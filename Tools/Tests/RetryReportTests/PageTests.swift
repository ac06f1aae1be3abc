#if os(Linux)
  import Foundation
  import Testing

  @testable import RetryReport

  /// The page in a real browser.
  @Suite(.enabled("needs Chromium: apt-get install chromium", { Chromium.executable != nil })) struct PageTests {
    private struct Visit {
      /// The document after its scripts have run.
      let document: String
      /// The lines of the console, errors included.
      let console: [String]

      /// The names of the actions, in the order of the visible rows.
      var actions: [String] {
        let table = document.split(separator: "<table id=\"actions\">").last?.split(separator: "</table>").first ?? ""
        return table.matches(of: #/<tr class="[a-z]+"><th scope="row">(?:<a [^>]*>)?([^<]*)</#).map {
          String($0.output.1)
        }
      }
    }

    /// - Parameter script: The actions of a visitor.
    private func visit(_ script: String = "") async throws -> Visit {
      let page = HTMLFormat.render(try await Golden.full(), in: Golden.folder.path)
        .replacing("</body>", with: "<script>\(script)</script></body>")
      return try await withTemporaryFolder { folder in
        let file = folder.appendingPathComponent("page.html")
        try Data(page.utf8).write(to: file)
        let browser = try await ChildProcess(
          Chromium.executable,
          [
            "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile",
            "--enable-logging=stderr", "--dump-dom", file.absoluteString,
          ]
        )
        let messages = browser.errors.split(separator: "\n").filter { $0.contains("CONSOLE") }
        return Visit(document: browser.output, console: messages.map(String.init))
      }
    }

    @Test func `the page has its title and a row for each action, and nothing in the records runs`() async throws {
      let visit = try await visit()
      let actions = await Golden.report().actions
      #expect(visit.document.contains("<title>Retried steps</title>"))
      #expect(visit.actions.count == actions.count)
      #expect(visit.actions.first == actions.first?.action)
      #expect(visit.console == [])
    }

    @Test func `a click sorts the rows, and another turns them round`() async throws {
      let click = "document.querySelector('button[data-column=\"0\"]').click();"
      let once = try await visit(click)
      let twice = try await visit(click + click)
      #expect(once.actions.count > 2)
      #expect(once.actions == once.actions.sorted { $0.lowercased() < $1.lowercased() })
      #expect(twice.actions == once.actions.reversed())
      #expect(once.document.contains("aria-sort=\"ascending\""))
      #expect(once.console + twice.console == [])
    }

    @Test func `numbers are sorted as numbers, largest first`() async throws {
      let visit = try await visit("document.querySelector('button[data-column=\"1\"]').click();")
      let runs = visit.document.matches(of: #/data-label="Steps" data-value="([0-9.]+)"/#).compactMap {
        Double($0.output.1)
      }
      #expect(runs.first == 7)
      #expect(runs == runs.sorted(by: >))
    }

    @Test func `a search hides the rows that do not match`() async throws {
      let visit = try await visit(
        """
        const field = document.getElementById("search");
        field.value = "sign in";
        field.dispatchEvent(new Event("input"));
        """
      )
      #expect(visit.document.matches(of: #/<tr class="[a-z]+" hidden="">/#).count == 8)
      #expect(visit.document.contains(">2 of 10 actions<"))
    }

    @Test(arguments: ["action", "wait"])
    func `one click on an action shows its attempts, and on a wait what it showed in the end`(sort: String) async throws
    {
      let visit = try await visit(
        """
        document.querySelector("a[href='#\(sort)-0']").click();
        addEventListener("hashchange", () => { document.title = document.querySelector(location.hash).open; });
        """
      )
      #expect(visit.document.contains("<title>true</title>"))
    }

    @Test func `one click in the table shows what differed, and another one picture over the other`() async throws {
      let visit = try await visit(
        """
        document.querySelector("a[href^='#differed-']").click();
        addEventListener("hashchange", () => {
          const part = document.querySelector(location.hash);
          part.querySelector(".overlay input").click();
          const picture = part.querySelector(".new img");
          const top = Math.round(part.getBoundingClientRect().top);
          document.title = [part.checkVisibility(), top >= 0 && top < innerHeight, picture.naturalWidth > 0,
            getComputedStyle(picture).mixBlendMode].join(" ");
        });
        """
      )
      #expect(visit.document.contains("<title>true true true difference</title>"))
      #expect(visit.console == [])
    }

    @Test func `an error in the console would be seen`() async throws {
      let visit = try await visit("missing.function();")
      #expect(visit.console.contains { $0.contains("missing is not defined") })
    }
  }
#endif
