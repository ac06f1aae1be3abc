// swift-tools-version: 6.2
import PackageDescription

// Tests that fail on purpose. The tests of the library build them, run them in a child process, and read what it prints.
let package = Package(
  name: "Fixtures",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: "../..")
  ],
  targets: [
    .testTarget(
      name: "Fixtures",
      dependencies: [.product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")],
      path: "Tests/Fixtures"
    )
  ]
)
