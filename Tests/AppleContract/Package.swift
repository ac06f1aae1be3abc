// swift-tools-version: 6.2
import PackageDescription

// Runs the Apple branch of the library on Linux, against a working stand-in for the XCTest that it uses.
//
// The modules `Darwin` and `XCTest` of this package take precedence over the real ones. So `canImport(Darwin)` is true
// and the sources of the library compile as they do on a Mac.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "AppleContract",
  targets: [
    .target(name: "Darwin"),
    .target(name: "XCTest", dependencies: ["Darwin"]),
    .target(name: "UniformTypeIdentifiers"),
    .target(
      name: "TargetedAutoRetry",
      dependencies: ["Darwin", "UniformTypeIdentifiers", "XCTest"],
      swiftSettings: settings
    ),
    .target(name: "UITests5", dependencies: ["TargetedAutoRetry", "XCTest"], swiftSettings: [.swiftLanguageMode(.v5)]),
    // A suite on no actor, which Apple's annotations let use XCUITest in Swift 5 mode.
    .target(
      name: "NonisolatedUITests5",
      dependencies: ["TargetedAutoRetry", "XCTest"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .target(name: "UITests6", dependencies: ["TargetedAutoRetry", "XCTest"], swiftSettings: [.swiftLanguageMode(.v6)]),
    .target(name: "CompanyTestCases", dependencies: ["Darwin", "TargetedAutoRetry", "XCTest"]),
    // The facts that a Mac is to confirm.
    .target(name: "OnAMac", dependencies: ["TargetedAutoRetry", "XCTest"]),
    .executableTarget(
      name: "AppleContract",
      dependencies: [
        "CompanyTestCases", "NonisolatedUITests5", "OnAMac", "TargetedAutoRetry", "UITests5", "UITests6", "XCTest",
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
