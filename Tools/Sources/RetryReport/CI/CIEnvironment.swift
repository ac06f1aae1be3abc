/// The CI that a job runs on, and the branch that it tests, as its variables say.
public struct CIEnvironment: Sendable {
  public enum Service: CaseIterable, Sendable {
    case gitHub, gitLab, buildkite, azure, circleCI, jenkins
  }

  /// The CI; nil for another one, or none.
  public let service: Service?
  /// The branch that is tested as it is; nil for a tag, a pull request, or where no variable says so.
  public let branch: String?
  /// The branch that has the baseline; nil if it is not known.
  public let defaultBranch: String?
  /// The addresses of the source and of the runs, for the page.
  public let links: Links
  /// The names that the attempts of this run have had, the first attempt's first.
  public let attempts: [String]

  /// True if the run is one of the default branch, so that the baseline learns from it.
  public var isOfDefaultBranch: Bool { branch != nil && branch == defaultBranch }

  /// - Parameters:
  ///   - variables: The environment; an empty value is none.
  ///   - defaultBranch: The name that the user gives; nil if the CI knows it.
  ///   - find: Finds the name where no variable has it.
  public init(
    _ variables: [String: String],
    defaultBranch: String? = nil,
    orElse find: (Service) -> String? = { _ in nil }
  ) {
    let variables = variables.filter { !$0.value.isEmpty }
    service = Service(variables)
    let job = service.map { CIJob($0, variables) } ?? CIJob()
    branch = job.isPullRequest ? nil : job.branch
    self.defaultBranch = defaultBranch ?? job.defaultBranch ?? service.flatMap(find)
    // A run with an id of one's own has no address that could be told from it.
    let hasOwnID = variables["AUTO_RETRY_RUN_ID"] != nil
    links = Links(source: job.source, run: hasOwnID ? nil : job.run, onlyRun: job.onlyRun)
    attempts = hasOwnID ? [] : job.attempts
  }
}

extension CIEnvironment.Service {
  /// The variable that each sets: to `true`, or to an address.
  private static let variables: [(name: String, service: Self)] = [
    ("GITHUB_ACTIONS", .gitHub), ("GITLAB_CI", .gitLab), ("BUILDKITE", .buildkite), ("TF_BUILD", .azure),
    ("CIRCLECI", .circleCI), ("JENKINS_URL", .jenkins),
  ]

  fileprivate init?(_ variables: [String: String]) {
    let known = Self.variables.first { variables[$0.name, default: "false"] != "false" }
    guard let known else { return nil }
    self = known.service
  }
}
