import Foundation

/// Runs a body with a folder, and removes the folder.
func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// The synchronous twin.
func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

private func makeTemporaryFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "TargetedAutoRetryTests-\(UUID().uuidString)"
  )
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}
