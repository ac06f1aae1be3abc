import Contacts
import SwiftUI

/// An application for UI tests: it counts, asks for something, and crashes.
@main
struct OnAMacApp: App {
  init() {
    if CommandLine.arguments.contains("-crash") { fatalError("on purpose") }
  }

  var body: some Scene {
    WindowGroup { ContentView() }
  }
}

struct ContentView: View {
  @State private var count = 0

  var body: some View {
    VStack(spacing: 40) {
      Text("\(count) times")
      Button("Count") { count += 1 }
      Button("Ask") { CNContactStore().requestAccess(for: .contacts) { @Sendable _, _ in } }
      Button("Crash") { fatalError("on purpose") }
    }
  }
}
