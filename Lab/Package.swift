// swift-tools-version: 6.2
import PackageDescription

// Measurements and attacks: what the library costs, what it brings, and what breaks it. Those of the report are in Tools.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let library: Target.Dependency = .product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")
let storefront: Target.Dependency = .product(name: "Storefront", package: "Examples")
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
    // Random tests, run for real, and compared with the notes of their code. Their numbers are those of the shop.
    .executableTarget(
      name: "RandomPrograms",
      dependencies: [library, storefront, arguments],
      swiftSettings: settings
    ),
    // Retried steps against retried tests.
    .executableTarget(
      name: "Experiment",
      dependencies: [library, storefront, arguments],
      swiftSettings: settings
    ),
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
