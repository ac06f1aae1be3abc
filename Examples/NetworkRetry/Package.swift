// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "NetworkRetry",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .testTarget(
      name: "NetworkRetryTests",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "TargetedAutoRetry", package: "TargetedAutoRetry"),
      ]
    )
  ]
)
