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
    // A vendor's base class that does not know the library, and a company's on top of it.
    .target(
      name: "CompanyTestCases",
      dependencies: [.product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")]
    ),
    .testTarget(
      name: "Fixtures",
      dependencies: ["CompanyTestCases", .product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")],
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
