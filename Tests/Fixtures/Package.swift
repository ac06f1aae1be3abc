// swift-tools-version: 6.2
import PackageDescription

// Tests that fail on purpose. The tests of the library build them, run them in a child process, and read the output.
let package = Package(
  name: "Fixtures",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: "../..")
  ],
  targets: [
    // A base class that does not know the library.
    .target(name: "VendorTestCases", swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .testTarget(
      name: "Fixtures",
      dependencies: ["VendorTestCases", .product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")],
      path: "Tests/Fixtures"
    ),
  ]
)

// On CI a warning is an error.
if Context.environment["TARGETED_AUTO_RETRY_WARNINGS"] == "errors" {
  for target in package.targets where target.type != .plugin {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
