import Foundation

/// The default branch of a repository that no variable names.
enum DefaultBranch {
  /// The name in the event that GitHub Actions writes to a file.
  static func ofEvent(_ path: String) -> String? {
    struct Event: Decodable {
      let repository: Repository
    }
    struct Repository: Decodable {
      let defaultBranch: String
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let bytes = FileManager.default.contents(atPath: path)
    return bytes.flatMap { try? decoder.decode(Event.self, from: $0) }?.repository.defaultBranch
  }
}
