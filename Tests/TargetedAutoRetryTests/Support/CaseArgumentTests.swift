import Testing

@testable import TargetedAutoRetry

/// The names of the cases of a parameterized test on the console.
@Suite struct CaseArgumentTests {
  struct Plain: Sendable {}

  private var name: String { TestRun.identity(of: nil)?.name ?? "" }

  @Test(arguments: ["shoes"], [7])
  func `short arguments are written out`(first: String, second: Int) {
    #expect(name.hasSuffix(#" "shoes", 7"#), "\(name)")
  }

  @Test(arguments: ["1", "2"].map { String(repeating: "x", count: 100) + $0 })
  func `a long argument is cut and has a hash`(text: String) {
    #expect(name.hasSuffix("x… #\("\"\(text)\"".stableHash)"), "\(name)")
  }

  @Test(arguments: ["\u{1B}[2J"])
  func `no terminal obeys an argument`(text: String) {
    #expect(!name.contains("\u{1B}") && name.contains("[2J"), "\(name)")
  }

  @Test(arguments: [2_000, 2_001].map { Array(1...$0) })
  func `a large argument is not written out but has a hash`(numbers: [Int]) {
    let json = "[" + numbers.map(String.init).joined(separator: ",") + "]"
    #expect(name.hasSuffix(" Array<Int> (too large to show) #\(json.stableHash)"), "\(name)")
  }

  private static let names = Locked<Set<String>>([])

  @Test(arguments: [Plain(), Plain()])
  func `two cases whose arguments have the same text are distinguished`(value: Plain) {
    #expect(name.hasSuffix(" Plain()") || name.hasSuffix(" Plain(), #2"), "\(name)")
    #expect(Self.names.withLock { $0.insert(name).inserted }, "\(name)")
  }

  @Test(arguments: [Titled(id: 1), Titled(id: 2)])
  func `arguments that hide a part of themselves have a hash`(value: Titled) {
    #expect(name.contains(" a title #"), "\(name)")
    #expect(Self.names.withLock { $0.insert(name).inserted }, "\(name)")
  }

  struct Titled: Sendable, Codable, CustomTestStringConvertible {
    let id: Int

    var testDescription: String { "a title" }
  }

  @Test(arguments: [["a", "b"]], [Int?.some(3)])
  func `arguments that show all of themselves need no hash`(texts: [String], number: Int?) {
    #expect(name.hasSuffix(#" ["a", "b"], Optional(3)"#) || name.hasSuffix(#" ["a", "b"], 3"#), "\(name)")
  }

  @Test func `a hash is the same in every process, and another for each text`() {
    let texts = ["", "a", "b", "ab", "abcdefgh", "abcdefghi", "hgfedcba", "abcdefgh\u{0}", "\u{0}", "\u{0}\u{0}"]
    let hashes = texts.map(\.stableHash)
    #expect(Set(hashes).count == texts.count)
    #expect(hashes.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{12}/) != nil })
    #expect(Array("abcdefghi".utf8).stableHash == "abcdefghi".stableHash)
  }

  /// Only the first step of a nest checks them up, with one description of the arguments.
  @Test(arguments: [Counted()])
  func `the arguments are described once for all steps of a nest`(value: Counted) {
    let bench = Workbench()
    let before = Counted.descriptions.withLock { $0 }
    bench.run {
      _ = bench.step(until: { RetryAttempt.current?.number == 2 }) { _ = bench.step() }
    }
    #expect(Counted.descriptions.withLock { $0 } == before + 1)
    #expect(bench.events.count > 8 && bench.events.allSatisfy { $0.test?.name.hasSuffix(" counted") == true })
  }

  struct Counted: Sendable, CustomTestStringConvertible {
    static let descriptions = Locked(0)

    var testDescription: String {
      Self.descriptions.withLock { $0 += 1 }
      return "counted"
    }
  }
}
