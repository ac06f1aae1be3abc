// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Experiment",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: "../.."),
    .package(name: "Storefront", path: "../Storefront"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "Experiment",
      dependencies: [
        .product(name: "TargetedAutoRetry", package: "TargetedAutoRetry"),
        .product(name: "Storefront", package: "Storefront"),
        .product(name: "StorefrontBrowser", package: "Storefront"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(name: "ExperimentTests", dependencies: ["Experiment"]),
  ]
)
