// swift-tools-version: 6.2
import PackageDescription

let library: Target.Dependency = .product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: "..")
  ],
  targets: [
    .executableTarget(name: "StepCost", dependencies: [library]),
    .executableTarget(name: "SmartWait", dependencies: [library]),
    .executableTarget(name: "SuiteOverhead", dependencies: [library]),
  ]
)
