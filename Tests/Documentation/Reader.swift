import Foundation
import TargetedAutoRetry
import XCTest

// The reader's own code around the examples of the documentation: an application and its helpers.

extension XCTestCase {
  func launch() {}
  func isHomePageVisible() -> Bool { true }
  func signIn() {}
  func signIn(as user: String) {}
  func relaunch() {}
  func isSignedIn() -> Bool { true }
  func signIn(password: String) throws { throw WrongPassword() }
  func greeting() -> String { "Hello, Ada" }
  func accountName() -> String { "Ada" }
  func orderCount() -> Int { 1 }
  func isAccountVisible() -> Bool { true }
  func loadAccount() -> Account { Account() }
  func loadFeed(_ completion: @escaping ([String]) -> Void) { completion(["one"]) }
  func requestAccount() async throws {}
  func connect() throws -> Session { Session() }
  func closeBanner() {}
  func isBannerGone() -> Bool { true }
  func isAppRunning() -> Bool { true }
  func screenshot() -> Data { Data() }
  func rowCount() -> Int { 0 }
  func deleteFirstRow() {}
  var searchField: Field { Field() }
  func resultCount() -> Int { 1 }
  func firstPrice() -> Int { 29 }
}

func isMapVisible() -> Bool { true }

struct WrongPassword: Error {}

struct Field {
  func type(_ text: String) {}
  func clear() {}
}

struct Account {
  let name = "Ada"
  let isComplete = true
}

struct Session {
  let isReady = true
  let user = "Ada"
  func close() {}
}

struct Shopper: Sendable {
  init(_ name: String) {}

  func signIn() async throws {}
}

struct ServerCrashed: Error {}

struct Client: Sendable {
  static func connect() async throws -> Client { Client() }

  func send(_ text: String) async throws -> String { text }
  func close() {}
}

final class Shop {
  private(set) var accountName = ""

  func signIn() { accountName = "Ada" }
  func isSignedIn() -> Bool { !accountName.isEmpty }
}

/// A vendor's base class.
class VendorTestCase: XCTestCase {}
