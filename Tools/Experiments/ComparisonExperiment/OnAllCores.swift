/// The results for each element, in the same order, computed on all cores.
func onAllCores<Element: Sendable, Result: Sendable>(
  _ elements: [Element],
  _ body: @escaping @Sendable (Int, Element) -> Result
) async -> [Result] {
  await withTaskGroup(of: (Int, Result).self) { group in
    for (index, element) in elements.enumerated() { group.addTask { (index, body(index, element)) } }
    let results = await group.reduce(into: [Int: Result]()) { $0[$1.0] = $1.1 }
    return elements.indices.compactMap { results[$0] }
  }
}
