// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Storefront",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "Storefront", targets: ["Storefront"]),
    .library(name: "StorefrontBrowser", targets: ["StorefrontBrowser"]),
  ],
  dependencies: [
    .package(name: "TargetedAutoRetry", path: "../..")
  ],
  targets: [
    .target(name: "Storefront"),
    .target(
      name: "StorefrontBrowser",
      dependencies: ["Storefront"],
      resources: [.copy("Resources/storefront.html")]
    ),
    .testTarget(
      name: "StorefrontTests",
      dependencies: [
        "Storefront",
        "StorefrontBrowser",
        .product(name: "TargetedAutoRetry", package: "TargetedAutoRetry"),
      ]
    ),
  ]
)
