// swift-tools-version: 6.2
import PackageDescription

// Code as users write it, in both language modes. `Swift5Consumers` is a link to the same sources.
let package = Package(
  name: "Consumers",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: "../..")
  ],
  targets: ["5": SwiftLanguageMode.v5, "6": .v6].map { name, mode in
    .testTarget(
      name: "Swift\(name)Consumers",
      dependencies: [.product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")],
      swiftSettings: [.swiftLanguageMode(mode)]
    )
  }
)

// On CI a warning is an error.
if Context.environment["TARGETED_AUTO_RETRY_WARNINGS"] == "errors" {
  for target in package.targets where target.type != .plugin {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
