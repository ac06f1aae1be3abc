import Foundation
import RetryReport

/// The default branch of a repository that no variable names.
enum DefaultBranch {
  static func find(for service: CIEnvironment.Service, _ variables: [String: String]) -> String? {
    service == .gitHub ? ofEvent(variables["GITHUB_EVENT_PATH"] ?? "") : ofClone(variables["PATH"] ?? "")
  }

  /// The name in the event that GitHub Actions writes to a file.
  private static func ofEvent(_ path: String) -> String? {
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

  /// The branch that was checked out when the repository was cloned.
  private static func ofClone(_ path: String) -> String? {
    let arguments = ["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"]
    guard let git = Program.named("git", in: path), let run = try? Program.run(git, arguments), run.code == 0 else {
      return nil
    }
    let name = run.output.split(separator: "\n").first ?? ""
    return name.hasPrefix("origin/") ? String(name.dropFirst("origin/".count)) : nil
  }
}
