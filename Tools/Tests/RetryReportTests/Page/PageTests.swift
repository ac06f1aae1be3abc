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
        let table = document.split(separator: "<table id=\"actions\"").last?.split(separator: "</table>").first ?? ""
        return table.matches(of: #/<tr><th scope="row"><(?:a|span)[^>]*>(.*?)<\/(?:a|span)>/#).map {
          String($0.output.1).replacing("<wbr>", with: "")
        }
      }
    }

    /// - Parameters:
    ///   - script: What the visitor does.
    ///   - page: The page; `nil` for that of the golden records.
    ///   - id: The target of the link; empty for none.
    ///   - width: The width of a frame with the page, because a window is never narrow.
    ///   - milliseconds: The time that passes in the browser; `nil` for until the page has loaded.
    private func visit(
      _ script: String = "",
      page: String? = nil,
      at id: String = "",
      in width: Int? = nil,
      for milliseconds: Int? = nil
    ) async throws -> Visit {
      let golden = try await Golden.full()
      var page = page ?? HTMLFormat.render(golden, in: Golden.folder.path)
      if !script.isEmpty {
        // The policy of the page allows no script but its own.
        page = page.replacing(/script-src '[^']*'/, with: "script-src 'unsafe-inline'")
          .replacing("</body>", with: "<script>{\(script)}</script></body>")
      }
      return try await withTemporaryFolder { folder in
        let file = folder.appendingPathComponent("page.html")
        try Data(page.utf8).write(to: file)
        var address = file.absoluteString + (id.isEmpty ? "" : "#\(id)")
        if let width {
          let frame = "<iframe src='\(address)' width='\(width)' height='900'></iframe>"
          let outside = folder.appendingPathComponent("outside.html")
          try Data("\(frame)<script>onmessage = (event) => { document.title = event.data; };</script>".utf8)
            .write(to: outside)
          address = outside.absoluteString
        }
        let budget = milliseconds.map { ["--virtual-time-budget=\($0)"] } ?? []
        let browser = try await ChildProcess(
          Chromium.executable,
          [
            "--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu",
            "--user-data-dir=\(folder.path)/profile",
            "--enable-logging=stderr", "--dump-dom",
          ] + budget + [address]
        )
        let messages = browser.errors.split(separator: "\n").filter { $0.contains("CONSOLE") }
        return Visit(document: browser.output, console: messages.map(String.init))
      }
    }

    @Test func `the page runs its own script and styles, and no others`() async throws {
      let own = try await visit()
      #expect(own.document.contains("<nav aria-label=\"Sections\">") && own.console == [])
      let actions = await Golden.report().troubled
      #expect(own.actions.count == actions.count && own.actions.first == actions.first?.action)
      let page = HTMLFormat.render(try await Golden.full())
      let foreign = page.replacing("</body>", with: "<script>document.title = 'foreign'</script></body>")
      let visit = try await visit(page: foreign)
      #expect(!visit.document.contains("<title>foreign</title>"))
      #expect(visit.console.contains { $0.contains("Content Security Policy") })
    }

    @Test func `a click sorts the rows, and another reverses them`() async throws {
      let click = "document.querySelector('thead button').click();"
      let once = try await visit(click)
      let twice = try await visit(click + click)
      #expect(once.actions.count > 2)
      #expect(once.actions == once.actions.sorted { $0.lowercased() < $1.lowercased() })
      #expect(twice.actions == once.actions.reversed())
      #expect(once.document.contains("aria-sort=\"ascending\""))
      #expect(once.console + twice.console == [])
    }

    @Test func `numbers are sorted as numbers, largest first`() async throws {
      let visit = try await visit("document.querySelector('th:nth-child(2) button').click();")
      let open = try #require(visit.document.components(separatedBy: "id=\"calm\"").first)
      let runs = open.matches(of: #/data-label="Steps" data-value="([0-9.]+)"/#).compactMap {
        Double($0.output.1)
      }
      #expect(runs.first == 9)
      #expect(runs == runs.sorted(by: >))
    }

    @Test func `a bar's height is its run's rate, and a missing run is a gap`() async throws {
      func steps(_ run: Int, _ failed: Int) -> [Row] {
        let failing = failed == 0 ? [:] : ["lost": failed]
        return Row.steps("Pay", passes: 20 - failed, failing: failing, run: "run-\(run)", day: Int64(20_000 + run))
      }
      let other = Row.steps("Open", passes: 1, failing: [:], run: "run-3", day: 20_003)
      let visit = try await visit(page: HTMLFormat.render(FullReport(steps(1, 0) + steps(2, 5) + other + steps(4, 10))))
      let strip = try #require(visit.document.components(separatedBy: "<svg class=\"strip\"").dropFirst().first)
      let paths = strip.matches(of: /<path class="(\w+)" d="([^"]*)"/).map { "\($0.1) \($0.2)" }
      #expect(paths == ["good M0 8h.7v-1.0h-.7z", "flaky M1 8h.7v-4.5h-.7zM3 8h.7v-8.0h-.7z"])
    }

    @Test func `a search hides the rows that do not match`() async throws {
      let visit = try await visit(
        """
        const field = document.getElementById("search");
        field.value = "sign in";
        field.dispatchEvent(new Event("input"));
        """
      )
      #expect(visit.actions == ["Sign In", "Launch and Sign In"])
      #expect(visit.document.contains(">2 of 14 actions<"))
    }

    @Test func `a chip shows its actions, and its address shows the same`() async throws {
      let clicked = try await visit(
        """
        document.querySelector("[data-chip=recovered]").click();
        document.title = location.hash;
        """
      )
      let recovered = await Golden.report().actions.filter { $0.recovered > 0 }.map(\.title)
      #expect(clicked.actions.count == recovered.count && clicked.actions.contains("Sign In"))
      #expect(clicked.document.contains("<title>#show=recovered</title>"))
      let cold = try await visit(at: "show=recovered&search=map")
      #expect(cold.document.contains(">2 of 14 actions<"))
      #expect(clicked.console + cold.console == [])
    }

    /// A script that reports whether the target of a link is open, visible and in view.
    private static let sight = """
      const sight = () => {
        const part = document.querySelector(location.hash);
        const top = Math.round(part.getBoundingClientRect().top);
        return [part.closest("details").open, part.checkVisibility(), top >= 0 && top < innerHeight].join(" ");
      };
      """

    /// - Parameter number: The number of the link, such as that of an action, of what differed or of a wait.
    @Test(arguments: [0, 3, 5, 9])
    func `one click or link shows the attempts of an action`(number: Int) async throws {
      let page = HTMLFormat.render(try await Golden.full())
      let id = page.matches(of: /href="#(step-[0-9-]+)"/).map { String($0.1) }[number]
      let clicked = try await visit(
        """
        \(Self.sight)
        document.querySelector("a[href='#\(id)']").click();
        addEventListener("hashchange", () => { document.title = sight(); });
        """
      )
      #expect(clicked.document.contains("<title>true true true</title>"))
      let cold = try await visit("\(Self.sight) addEventListener('load', () => { document.title = sight(); });", at: id)
      #expect(cold.document.contains("<title>true true true</title>"))
      #expect(clicked.console + cold.console == [])
    }

    @Test func `after one click, going back leads to where the reader was`() async throws {
      let visit = try await visit(
        """
        addEventListener("load", async () => {
          const pause = () => new Promise((done) => setTimeout(done, 300));
          scrollTo(0, 200);
          document.querySelectorAll("#actions tbody a[href^='#step-']")[3].click();
          await pause();
          const there = scrollY;
          history.back();
          await pause();
          document.title = [there > 200, scrollY].join(" ");
        });
        """,
        for: 2_000
      )
      #expect(visit.document.contains("<title>true 200</title>"))
    }

    @Test(arguments: [320, 400, 1_100]) func `nothing is wider than the screen`(width: Int) async throws {
      let visit = try await visit(
        """
        for (const details of document.querySelectorAll("details")) details.open = true;
        const wide = [...document.querySelectorAll("main *")].filter((element) => element.checkVisibility()
          && element.getBoundingClientRect().right > \(width) + 1 && !element.closest("thead, .marks"))
          .map((element) => element.tagName + "." + element.className).slice(0, 3);
        parent.postMessage([innerWidth, document.documentElement.scrollWidth, ...wide].join(" "), "*");
        """,
        in: width,
        for: 2_000
      )
      #expect(visit.document.contains("<title>\(width) \(width)</title>"))
    }

    @Test func `two clicks show what differed and overlay the pictures`() async throws {
      let visit = try await visit(
        """
        document.querySelector("a.aside").click();
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

    @Test func `a large page builds folded parts when they are needed`() async throws {
      let rows = (0..<2_000).map {
        Row.sample(outcome: "exhausted", action: "Step \($0)", test: "t\($0)", stepID: "\($0)", taxMs: 1)
      }
      let page = HTMLFormat.render(FullReport(rows))
      #expect(page.ranges(of: "<noscript>").count > 5)
      let opened = try await visit(
        """
        const step = (name) => [...document.querySelectorAll("th a")].find((link) => link.textContent === name);
        const before = [step("Step 1999"), document.querySelector("[data-chip=failed]").textContent];
        document.getElementById("more").open = true;
        setTimeout(() => {
          step("Step 1999").click();
          setTimeout(() => {
            document.title = [...before, document.querySelector(location.hash).checkVisibility()].join();
          }, 100);
        }, 100);
        """,
        page: page,
        for: 2_000
      )
      #expect(opened.document.contains("<title>,failed 2000,true</title>"))
      let searched = try await visit(page: page, at: "search=step+1999")
      #expect(searched.actions == ["Step 1999"])
      #expect(opened.console + searched.console == [])
    }

    @Test func `an error in the console would be seen`() async throws {
      let visit = try await visit("missing.function();")
      #expect(visit.console.contains { $0.contains("missing is not defined") })
    }
  }
#endif
