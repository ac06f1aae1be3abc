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
    .library(name: "TargetedAutoRetry", targets: ["TargetedAutoRetry"]),
    .plugin(name: "RetryReportPlugin", targets: ["RetryReportPlugin"]),
  ],
  targets: [
    .target(
      name: "TargetedAutoRetry",
      swiftSettings: settings
    ),
    .plugin(
      name: "RetryReportPlugin",
      capability: .command(
        intent: .custom(verb: "retry-report", description: "Turns the records of retried steps into figures.")
      )
    ),
    .testTarget(
      name: "TargetedAutoRetryTests",
      dependencies: ["TargetedAutoRetry"],
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
