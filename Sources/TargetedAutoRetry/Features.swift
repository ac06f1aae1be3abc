/// The features that are more than steps: each is a folder, which this file and nothing else names.
enum Features {
  static func makeRunKeeper() -> (any RunKeeper)? { FlakyTest() }
}
