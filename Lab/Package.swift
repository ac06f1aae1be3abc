// swift-tools-version: 6.2
import PackageDescription

// Measurements and attacks: what the library and its report cost, what they bring, and what breaks them.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let library: Target.Dependency = .product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "Lab",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: ".."),
    .package(path: "../Examples"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Random tests, run for real, and compared with the notes of their code.
    .executableTarget(
      name: "RandomPrograms",
      dependencies: ["Seeds", library, arguments],
      swiftSettings: settings
    ),
    // Retried steps against retried tests.
    .executableTarget(
      name: "Experiment",
      dependencies: [
        "RetryReport", library, arguments, .product(name: "Storefront", package: "Examples"),
      ],
      swiftSettings: settings
    ),
    // The report, a link to its sources: as a part of this package it shows more than to users.
    .target(
      name: "RetryReport",
      resources: [.embedInCode("Page/page.css"), .embedInCode("Page/page.js")],
      swiftSettings: settings
    ),
    // Bugs that the report finds, and its false alarms.
    .executableTarget(
      name: "ComparisonExperiment",
      dependencies: ["RetryReport", "Seeds", arguments],
      swiftSettings: settings
    ),
    // Broken and hostile files for the report.
    .executableTarget(
      name: "FuzzReaders",
      dependencies: ["RetryReport", "Seeds", arguments],
      swiftSettings: settings
    ),
    // Random numbers, which the tests of Tools take too.
    .target(name: "Seeds", swiftSettings: settings),
    // Costs.
    .executableTarget(name: "StepCost", dependencies: [library], swiftSettings: settings),
    .testTarget(
      name: "LabTests",
      dependencies: ["Experiment"],
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
