// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "SuiteOverhead",
      dependencies: [.product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")]
    )
  ]
)
