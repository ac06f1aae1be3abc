internal import Foundation

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
  var isTag = false
  /// Whether the variables of the service were lost, for example on the way into a container.
  var isIncomplete = false
  /// The URL of a source line, with placeholders for the commit, the file and the line.
  var source: String?
  /// The URL of a run, with a placeholder for its id in the records.
  var run: String?
  /// The id of this run in its records; `nil` if no variable of the service tells it.
  public internal(set) var runID: String?
  /// Whether the user names a branch without a letter, perhaps with a variable that is not set.
  private let isNamedEmpty: Bool
  /// The values that may be the id of a run of the CI service.
  private let serviceIDs: Set<String>

  /// Whether the baseline learns from this run, because it is a run of the default branch.
  public var isOfDefaultBranch: Bool { branch != nil && branch == defaultBranch }

  /// A sentence if the CI service calls the tested branch the default branch, and the user another one.
  public private(set) var misnaming: String?

  /// A sentence if the user names another branch than the CI service.
  public private(set) var contradiction: String?

  /// Whether the branch in a record can be the tested one; some services name only its last part, or no branch.
  public func mayTest(_ name: String) -> Bool { Self.mayBe(name, branch) }

  /// Whether the branch in a record is another one than the default branch.
  public func isOtherThanDefault(_ name: String) -> Bool { !Self.mayBe(name, defaultBranch) }

  private static func mayBe(_ name: String, _ branch: String?) -> Bool {
    guard let branch, !["HEAD", "detached"].contains(name) else { return true }
    return name == branch || name.hasSuffix("/\(branch)") || branch.hasSuffix("/\(name)")
  }

  /// A sentence if no run can ever become part of the baseline.
  public var gap: String? {
    if service == nil, branch == nil {
      if isNamedEmpty { return "--branch is empty, so no run is added to the baseline: is the variable in it set?" }
      return "The CI system is unknown, so no run is added to the baseline: use --branch and --default-branch."
    }
    if service != .gitHub, branch == nil, !isPullRequest, !isTag {
      return "No variable names the branch, so no run is added to the baseline: use --branch."
    }
    if isIncomplete, branch == nil {
      return "GITHUB_EVENT_NAME is missing, so the branch is unknown: pass the GITHUB_ variables on, or use --branch."
    }
    return defaultBranch == nil
      ? "The default branch is unknown, so no run is added to the baseline: use --default-branch." : nil
  }

  /// A sentence if no record is of this run; records without an id of the service may be of any.
  public func problem(of ids: Set<String>) -> String? {
    guard let runID, !ids.isEmpty, !ids.contains(where: { isOfService($0) || $0.hasPrefix("local-") }) else {
      return nil
    }
    return
      "The records are of run \(ids.sorted().listed), and this job is of run \(runID.printable): delete the records of earlier runs. "
      + "If another workflow has tested, give both the same AUTO_RETRY_RUN_ID. Nothing is added to the baseline."
  }

  /// Whether the CI service gave a run its id, which it keeps if jobs of the run run again.
  public func isOfService(_ run: String) -> Bool { serviceIDs.contains(run) || attempts.contains(run) }

  /// The URLs of sources and runs, for the page.
  public var links: Links {
    Links(source: source, run: run, onlyRun: run?.contains("{run}") == true ? nil : runID)
  }

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
    isNamedEmpty = branch?.isEmpty == true
    read(variables)
    if !hasServiceIDs { (run, runID, attempts) = (nil, nil, []) }
    func named(_ name: String?) -> String? { name.flatMap { $0.isEmpty ? nil : $0.withoutPlace } }
    let own = isPullRequest ? nil : self.branch
    self.branch = named(branch) ?? own
    let usual = self.defaultBranch ?? service.flatMap(find)
    self.defaultBranch = named(defaultBranch) ?? usual
    if let usual, usual == self.branch, let other = self.defaultBranch, other != usual {
      misnaming =
        "--default-branch is \(other.printable), but for the CI system it is \(usual.printable). Runs of \(usual.printable) are not added to the baseline."
    }
    if let branch = named(branch), isPullRequest || (own != nil && own != branch) {
      contradiction =
        "--branch says \(branch), but the variables of the job say \(own ?? "that it tests a pull request"). Remove --branch."
    }
  }
}

extension CIEnvironment {
  /// Reads the variables of the service.
  mutating func read(_ variables: [String: String]) {
    switch service {
    case .gitHub:
      let event = variables["GITHUB_EVENT_NAME"] ?? ""
      isPullRequest = event.hasPrefix("pull_request")
      isIncomplete = event.isEmpty
      // Other events, such as workflow_run, report the default branch although they may test code from a fork.
      if ["push", "schedule", "workflow_dispatch"].contains(event) {
        branch = variables["GITHUB_REF"]?.after("refs/heads/")
      }
      // The event of a scheduled run does not name a repository, but such a run is always of the default branch.
      if event == "schedule" { defaultBranch = branch }
      if let server = variables["GITHUB_SERVER_URL"], let repository = variables["GITHUB_REPOSITORY"] {
        source = "\(server)/\(repository)/blob/{commit}/{file}#L{line}"
        run = "\(server)/\(repository)/actions/runs/{run}"
      }
      runID = variables["GITHUB_RUN_ID"]
      if let id = runID, let attempt = variables["GITHUB_RUN_ATTEMPT"].flatMap(Int.init) {
        // GitHub allows far fewer attempts; the limit guards against a hostile variable.
        attempts = (1...max(1, min(attempt, 1_000))).map { "\(id)-\($0)" }
        runID = attempts.last
      }
    case .gitLab:
      isPullRequest = variables["CI_MERGE_REQUEST_IID"] != nil || variables["CI_EXTERNAL_PULL_REQUEST_IID"] != nil
      branch = variables["CI_COMMIT_BRANCH"]
      isTag = variables["CI_COMMIT_TAG"] != nil
      defaultBranch = variables["CI_DEFAULT_BRANCH"]
      runID = variables["CI_PIPELINE_ID"]
      if let project = variables["CI_PROJECT_URL"] {
        source = "\(project)/-/blob/{commit}/{file}#L{line}"
        run = "\(project)/-/pipelines/{run}"
      }
    case .buildkite:
      isPullRequest = variables["BUILDKITE_PULL_REQUEST"] ?? "false" != "false"
      isTag = variables["BUILDKITE_TAG"] != nil
      branch = isTag ? nil : variables["BUILDKITE_BRANCH"]
      defaultBranch = variables["BUILDKITE_PIPELINE_DEFAULT_BRANCH"]
      source = variables["BUILDKITE_REPO"].flatMap(Links.source(ofRemote:))
      (run, runID) = (variables["BUILDKITE_BUILD_URL"], variables["BUILDKITE_BUILD_ID"])
    case .azure:
      isPullRequest = variables["BUILD_REASON"] == "PullRequest"
      branch = variables["BUILD_SOURCEBRANCH"]?.after("refs/heads/")
      isTag = variables["BUILD_SOURCEBRANCH"]?.hasPrefix("refs/tags/") == true
      runID = variables["BUILD_BUILDID"]
      source = variables["BUILD_REPOSITORY_URI"].flatMap(Links.source(ofRemote:))
      if let collection = variables["SYSTEM_TEAMFOUNDATIONCOLLECTIONURI"],
        let project = variables["SYSTEM_TEAMPROJECT"]?.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
      {
        run = "\(collection)\(project)/_build/results?buildId={run}"
      }
    case .circleCI:
      isPullRequest = variables["CIRCLE_PR_NUMBER"] != nil || variables["CIRCLE_BRANCH"]?.hasPrefix("pull/") == true
      isTag = variables["CIRCLE_TAG"] != nil
      branch = isTag ? nil : variables["CIRCLE_BRANCH"]
      source = variables["CIRCLE_REPOSITORY_URL"].flatMap(Links.source(ofRemote:))
      (run, runID) = (variables["CIRCLE_BUILD_URL"], variables["CIRCLE_WORKFLOW_ID"])
    case .jenkins:
      isPullRequest = variables["CHANGE_ID"] != nil
      isTag = variables["TAG_NAME"] != nil
      if !isTag { branch = variables["BRANCH_NAME"] ?? variables["GIT_BRANCH"]?.withoutPlace }
      if variables["BRANCH_IS_PRIMARY"] == "true" { defaultBranch = branch }
      source = variables["GIT_URL"].flatMap(Links.source(ofRemote:))
      (run, runID) = (variables["BUILD_URL"], variables["BUILD_TAG"])
    case .bitrise:
      isPullRequest = variables["BITRISE_PULL_REQUEST"] ?? "false" != "false"
      isTag = variables["BITRISE_GIT_TAG"] != nil
      branch = isTag ? nil : variables["BITRISE_GIT_BRANCH"]
      source = variables["GIT_REPOSITORY_URL"].flatMap(Links.source(ofRemote:))
      (run, runID) = (variables["BITRISE_BUILD_URL"], variables["BITRISE_BUILD_SLUG"])
    case nil: break
    }
  }
}

extension Links {
  /// The URL of a source line in a remote repository; `nil` if the URLs of its host are unknown.
  static func source(ofRemote remote: String) -> String? {
    // git@host:shop/app.git, ssh://git@host/shop/app.git, https://token@host/shop/app.git
    let form =
      /(?:(?:https?|ssh):\/\/)?(?:[^@\/]*@)?(?<host>[A-Za-z0-9.-]+)(?::[0-9]+\/|[:\/])(?<path>[^\s"'<>{}?#]+?)(?:\.git)?\/?/
    guard let parts = remote.wholeMatch(of: form) else { return nil }
    let (address, host) = ("https://\(parts.host)/\(parts.path)", parts.host)
    if host == "dev.azure.com" { return "\(address)?path=/{file}&version=GC{commit}&line={line}" }
    if host.contains("bitbucket.org") { return "\(address)/src/{commit}/{file}#lines-{line}" }
    if host.contains("gitlab") { return "\(address)/-/blob/{commit}/{file}#L{line}" }
    return host.contains("github") ? "\(address)/blob/{commit}/{file}#L{line}" : nil
  }
}

extension String {
  /// The name of a branch without that of a remote, as in `refs/remotes/origin/main`.
  fileprivate var withoutPlace: String {
    let name = after("refs/heads/") ?? after("refs/remotes/") ?? self
    return name.after("origin/") ?? name
  }

  /// The text after a prefix; `nil` if the prefix is missing or nothing follows it.
  fileprivate func after(_ start: String) -> String? {
    hasPrefix(start) && self != start ? String(dropFirst(start.count)) : nil
  }
}
