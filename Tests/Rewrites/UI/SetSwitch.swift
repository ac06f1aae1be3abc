import TargetedAutoRetry
import Testing
import XCTest

// Sets a switch, which another tap would set back.

// before
extension Before {
  func set(_ toggle: XCUIElement, on: Bool, file: StaticString = #filePath, line: UInt = #line) {
    let wanted = on ? "1" : "0"
    for _ in 0..<3 {
      if toggle.value as? String == wanted { return }
      toggle.tap()
      let deadline = Date().addingTimeInterval(2)
      while toggle.value as? String != wanted && Date() < deadline {
        usleep(100_000)
      }
    }
    XCTAssertEqual(toggle.value as? String, wanted, "\(toggle.label) is not set", file: file, line: line)
  }
}

// after
extension After {
  func set(_ toggle: XCUIElement, on: Bool, file: StaticString = #filePath, line: UInt = #line) {
    autoRetry(
      mainAction: toggle.tap,
      successCondition: { toggle.value as? String == (on ? "1" : "0") },
      actionDescription: "Set \(toggle.label) \(on ? "On" : "Off")",
      retryAttempts: 2,
      policy: RetryPolicy(conditionTimeout: .seconds(2), looksFirst: true),
      file: file,
      line: line
    )
  }
}

// test
@Test(arguments: [("1", 1, 0, true), ("0", 1, 1, true), ("0", 3, 3, true), ("0", 4, 3, false)])
func `a switch is set, and never set back`(value: String, needed: Int, taps: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    let app = FakeApplication(onTap: { app, label in
      taps += 1
      guard taps >= needed else { return }
      // The animation takes longer than an immediate look allows.
      app.after(.seconds(1)) { $0.values[label] = $0.values[label] == "1" ? "0" : "1" }
    })
    app.values["Wi-Fi"] = value
    return app
  } before: {
    $0.set($0.app.switches["Wi-Fi"], on: true, line: 5)
    return FakeApplication.current.values["Wi-Fi"]
  } after: {
    $0.set($0.app.switches["Wi-Fi"], on: true, line: 5)
    return FakeApplication.current.values["Wi-Fi"]
  }
  for visit in visits.both {
    #expect(visit.answer == (succeeds ? "1" : "0"))
    #expect(visit.count("tap Wi-Fi") == taps)
  }
  visits.expect(succeeds, else: ("Wi-Fi is not set", "Set Wi-Fi On failed: "))
}
