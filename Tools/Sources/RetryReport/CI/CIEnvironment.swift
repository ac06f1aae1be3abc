/// The CI service of a job and the branch that it tests, from environment variables.
public struct CIEnvironment: Sendable {
  /// Each service, with the variable that it sets to `true` or to a URL.
  public enum Service: String, CaseIterable, Sendable {
    case gitHub = "GITHUB_ACTIONS"
    case gitLab = "GITLAB_CI"
    case buildkite = "BUILDKITE"
    case azure = "TF_BUILD"
    case circleCI = "CIRCLECI"
    case jenkins = "JENKINS_URL"
    case bitrise = "BITRISE_IO"
  }

  /// The service; `nil` if it is unknown or the command runs elsewhere.
  public let service: Service?
  /// The tested branch; `nil` for a tag or a pull request, or if no variable names it.
  public internal(set) var branch: String?
  /// The branch whose runs form the baseline; `nil` if it is unknown.
  public internal(set) var defaultBranch: String?
  /// The ids of all attempts of this run, the first attempt first; empty if they share one id.
  public internal(set) var attempts: [String] = []
  var isPullRequest = false
  /// The URL of a source line, with placeholders for the commit, the file and the line.
  var source: String?
  /// The URL of a run, with a placeholder for its id in the records.
  var run: String?
  /// The id of the only run that ``run`` points to; `nil` if ``run`` has a placeholder.
  var onlyRun: String?
  /// The values that may be the id of a run of the CI service.
  private let serviceIDs: Set<String>

  /// Whether the baseline learns from this run, because it is a run of the default branch.
  public var isOfDefaultBranch: Bool { branch != nil && branch == defaultBranch }

  /// A sentence if no run can ever become part of the baseline.
  public var gap: String? {
    if service == nil, branch == nil {
      return "The CI system is unknown, so no run is added to the baseline: use --branch and --default-branch."
    }
    return defaultBranch == nil
      ? "The default branch is unknown, so no run is added to the baseline: use --default-branch." : nil
  }

  /// Whether the CI service gave a run its id, which it keeps if jobs of the run run again.
  public func isOfService(_ run: String) -> Bool { serviceIDs.contains(run) || attempts.contains(run) }

  /// The URLs of sources and runs, for the page.
  public var links: Links { Links(source: source, run: run, onlyRun: onlyRun) }

  /// - Parameters:
  ///   - variables: The environment; empty values count as unset.
  ///   - branch: The name that the user gives; `nil` or empty if the CI service knows it.
  ///   - defaultBranch: The name of the default branch that the user gives; `nil` or empty if the CI service knows it.
  ///   - find: Finds the name if no variable contains it.
  public init(
    _ variables: [String: String],
    branch: String? = nil,
    defaultBranch: String? = nil,
    orElse find: (Service) -> String? = { _ in nil }
  ) {
    let variables = variables.filter { !$0.value.isEmpty }
    service = Service.allCases.first { variables[$0.rawValue, default: "false"] != "false" }
    // The URL of a run is made from the id of the CI service, which an id of the user's replaces.
    let hasServiceIDs = service != nil && variables["AUTO_RETRY_RUN_ID"] == nil
    serviceIDs = hasServiceIDs ? Set(variables.values) : []
    read(variables)
    if !hasServiceIDs { (run, attempts) = (nil, []) }
    func named(_ name: String?) -> String? { name.flatMap { $0.isEmpty ? nil : $0 } }
    self.branch = named(branch) ?? (isPullRequest ? nil : self.branch)
    self.defaultBranch = named(defaultBranch) ?? self.defaultBranch ?? service.flatMap(find)
  }
}
