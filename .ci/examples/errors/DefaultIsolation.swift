// In a target with .defaultIsolation(MainActor.self)
// error: main actor-isolated initializer 'init(name:testClosure:)' has different actor isolation from nonisolated overridden declaration
import TargetedAutoRetry
import XCTest

class DefaultIsolationTestCase: XCTestCase, TargetedAutoRetry {}
