// swift-tools-version: 6.2
import PackageDescription

// The command that turns records into figures. It is a package of its own because it needs swift-argument-parser, and
// the library that tests link has no dependencies.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "RetryReport",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "retry-report", targets: ["retry-report"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // Records, figures, pages and gates.
    .target(
      name: "RetryReport",
      dependencies: ["CausePatterns"],
      resources: [.embedInCode("Page/page.css"), .embedInCode("Page/page.js")],
      swiftSettings: settings
    ),
    // The parts of messages that change from run to run.
    .target(name: "CausePatterns", swiftSettings: settings),
    // What is new in a run, with all statistics. The report does without it.
    .target(name: "RunComparison", dependencies: ["RetryReport"], swiftSettings: settings),
    .executableTarget(
      name: "retry-report",
      dependencies: ["RetryReport", "RunComparison", arguments],
      swiftSettings: settings
    ),
    // The rest is for people who work on the command. `--product retry-report` does not build it.
    //
    // Bugs that a comparison finds, and its false alarms.
    .executableTarget(
      name: "ComparisonExperiment",
      dependencies: ["RetryReport", "RunComparison", "Seeds", arguments],
      path: "Experiments/ComparisonExperiment",
      swiftSettings: settings
    ),
    // Broken and hostile files for the readers.
    .executableTarget(
      name: "FuzzReaders",
      dependencies: ["RetryReport", "RunComparison", "Seeds", arguments],
      path: "Experiments/FuzzReaders",
      swiftSettings: settings
    ),
    // Random numbers.
    .target(name: "Seeds", path: "Experiments/Seeds", swiftSettings: settings),
    .testTarget(
      name: "RetryReportTests",
      dependencies: ["CausePatterns", "RetryReport", "RunComparison", "Seeds", "retry-report"],
      exclude: ["Causes/logs.tsv", "Causes/pairs.tsv", "Causes/public.tsv", "Causes/unseen.tsv"],
      resources: [.copy("Golden")],
      swiftSettings: settings
    ),
  ]
)

// On CI a warning is an error.
if Context.environment["TARGETED_AUTO_RETRY_WARNINGS"] == "errors" {
  for target in package.targets where target.type != .plugin {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
