// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "TargetedAutoRetry",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "TargetedAutoRetry", targets: ["TargetedAutoRetry"])
  ],
  targets: [
    .target(
      name: "TargetedAutoRetry",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TargetedAutoRetryTests",
      dependencies: ["TargetedAutoRetry"],
      swiftSettings: settings
    ),
  ]
)
