/// The tests of which a step recovered, by the names that result files give them.
struct FlakyTestNames {
  let all: [FlakyTest.Key: FlakyTest]
  /// By the type without its module; those whose name is not unique are left out.
  private let byType: [FlakyTest.Key: FlakyTest.Key]

  init(_ all: [FlakyTest.Key: FlakyTest]) {
    self.all = all
    let grouped = Dictionary(grouping: all.keys) { key in
      FlakyTest.Key(suite: key.suite.split(separator: ".").last.map(String.init) ?? "", name: key.name)
    }
    byType = grouped.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  /// The test that a test case is: `ShopTests.SearchTests`, `ShopTests/SearchTests` or `SearchTests`, and `testSearch` or
  /// `testSearch()`.
  func key(classname: String, name: String) -> FlakyTest.Key? {
    let suite = classname.replacing("/", with: ".")
    let names = name.hasSuffix("()") ? [name, String(name.dropLast(2))] : [name, name + "()"]
    let keys = names.map { FlakyTest.Key(suite: suite, name: $0) }
    return keys.first { all[$0] != nil } ?? keys.lazy.compactMap { byType[$0] }.first
  }
}

extension String {
  /// The text in XML of any encoding: what is not ASCII is written as numbers.
  var escapedForASCII: String {
    escapedForMarkup.unicodeScalars.reduce(into: "") { escaped, scalar in
      if scalar.isASCII {
        escaped.unicodeScalars.append(scalar)
      } else {
        escaped += "&#\(scalar.value);"
      }
    }
  }
}
