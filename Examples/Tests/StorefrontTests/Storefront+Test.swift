import Foundation
import Storefront
import StorefrontBrowser
import TargetedAutoRetry

extension Storefront {
  /// Makes a storefront for one test: `STOREFRONT_DRIVER` names the driver, and the seed and the name of the test determine
  /// the faults.
  ///
  /// `STOREFRONT_BUG=1` adds a bug, which `retry-report compare` finds.
  static func forTest(named name: String) throws -> Storefront {
    Storefront(
      driver: try makeDriver(),
      faults: Faults(seed: try seed(for: name), rate: 0.3),
      hasBug: environment["STOREFRONT_BUG"] == "1"
    )
  }

  /// Makes a storefront with exactly these faults, each at its first occasion.
  static func forTest(faults: [Faults.Fault]) throws -> Storefront {
    Storefront(driver: try makeDriver(), faults: Faults(script: faults))
  }

  static func makeDriver() throws -> any StorefrontDriver {
    switch environment["STOREFRONT_DRIVER"] ?? "memory" {
    // A quarter of the time in a browser.
    case "memory": InMemoryDriver { Thread.sleep(forTimeInterval: $0 / 4) }
    case "browser": try BrowserDriver()
    case let other: throw UnreadableVariable(name: "STOREFRONT_DRIVER", value: other, accepted: "memory or browser")
    }
  }

  /// A seed for each test, whichever tests run with it; `STOREFRONT_SEED` changes them all.
  private static func seed(for name: String) throws -> UInt64 {
    let text = environment["STOREFRONT_SEED"] ?? "3"
    guard let seed = UInt64(text) else {
      throw UnreadableVariable(name: "STOREFRONT_SEED", value: text, accepted: "an integer, 0 or more")
    }
    // XCTest writes names differently on Linux and on a Mac.
    let words = name.split { !$0.isLetter }.joined()
    // FNV-1a: `Hasher` gives other numbers in each process.
    return words.utf8.reduce(seed ^ 0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  fileprivate static var environment: [String: String] { ProcessInfo.processInfo.environment }
}

extension RetryPolicy {
  /// The policy of the storefront; a browser is slow, so the smart wait gives each condition a second.
  static var storefront: RetryPolicy {
    let isInBrowser = Storefront.environment["STOREFRONT_DRIVER"] == "browser"
    return RetryPolicy(
      conditionTimeout: isInBrowser ? .seconds(1) : .zero,
      pollingInterval: .milliseconds(50)
    )
  }
}

struct UnreadableVariable: Error, CustomStringConvertible {
  let name: String
  let value: String
  let accepted: String

  var description: String { "\(name) is \"\(value)\", but must be \(accepted)" }
}
