// swift-tools-version: 6.2
import PackageDescription

let library: Target.Dependency = .product(name: "TargetedAutoRetry", package: "TargetedAutoRetry")

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "Storefront", targets: ["Storefront"])
  ],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: ".."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(name: "Storefront"),
    .target(
      name: "StorefrontBrowser",
      dependencies: ["Storefront"],
      resources: [.copy("Resources/storefront.html")]
    ),
    .testTarget(name: "StorefrontTests", dependencies: ["Storefront", "StorefrontBrowser", library]),
    .testTarget(
      name: "NetworkRetryTests",
      dependencies: [
        library,
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
  ]
)

// On CI a warning is an error.
if Context.environment["TARGETED_AUTO_RETRY_WARNINGS"] == "errors" {
  for target in package.targets where target.type != .plugin {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
