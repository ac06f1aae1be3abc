/// The rooms of the library, which add more than steps.
///
/// Each is a folder, and only this file names it.
enum Features: FeatureSet {
  typealias Keeper = FlakyTest
}

/// What a room may add; without its line above, a default of the core applies.
protocol FeatureSet {
  /// Decides how often a test runs.
  associatedtype Keeper: RunKeeper = SingleRun
}
