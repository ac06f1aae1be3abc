// swift-tools-version: 6.2
import PackageDescription

// Measurements and attacks: what the library and its report cost, what they bring, and what breaks them.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let library: Target.Dependency = .product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")
let report: Target.Dependency = .product(name: "RetryReport", package: "Tools")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "Lab",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: ".."),
    .package(path: "../Examples"),
    .package(path: "../Tools"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Random tests, run for real, and compared with the notes of their code.
    .executableTarget(name: "RandomPrograms", dependencies: [library, arguments], swiftSettings: settings),
    // Retried steps against retried tests.
    .executableTarget(
      name: "Experiment",
      dependencies: [
        library, arguments,
        .product(name: "Storefront", package: "Examples"), .product(name: "StorefrontBrowser", package: "Examples"),
      ],
      swiftSettings: settings
    ),
    // Bugs that the report finds, and its false alarms.
    .executableTarget(name: "ComparisonExperiment", dependencies: [report, arguments], swiftSettings: settings),
    // Broken and hostile files for the report.
    .executableTarget(name: "FuzzReaders", dependencies: [report, arguments], swiftSettings: settings),
    // Costs.
    .executableTarget(name: "StepCost", dependencies: [library], swiftSettings: settings),
    .executableTarget(name: "SmartWait", dependencies: [library], swiftSettings: settings),
    .executableTarget(name: "SuiteOverhead", dependencies: [library], swiftSettings: settings),
    .testTarget(
      name: "LabTests",
      dependencies: ["ComparisonExperiment", "Experiment", "FuzzReaders", report],
      swiftSettings: settings
    ),
  ]
)
