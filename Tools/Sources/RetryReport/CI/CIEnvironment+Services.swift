internal import Foundation

extension CIEnvironment {
  /// Reads the variables of the service.
  mutating func read(_ variables: [String: String]) {
    switch service {
    case .gitHub:
      let event = variables["GITHUB_EVENT_NAME"] ?? ""
      isPullRequest = event.hasPrefix("pull_request")
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
      if let id = variables["GITHUB_RUN_ID"], let attempt = variables["GITHUB_RUN_ATTEMPT"].flatMap(Int.init) {
        // GitHub allows far fewer attempts; the limit guards against a hostile variable.
        attempts = (1...max(1, min(attempt, 1_000))).map { "\(id)-\($0)" }
      }
    case .gitLab:
      isPullRequest = variables["CI_MERGE_REQUEST_IID"] != nil || variables["CI_EXTERNAL_PULL_REQUEST_IID"] != nil
      branch = variables["CI_COMMIT_BRANCH"]
      defaultBranch = variables["CI_DEFAULT_BRANCH"]
      if let project = variables["CI_PROJECT_URL"] {
        source = "\(project)/-/blob/{commit}/{file}#L{line}"
        run = "\(project)/-/pipelines/{run}"
      }
    case .buildkite:
      isPullRequest = variables["BUILDKITE_PULL_REQUEST"] ?? "false" != "false"
      branch = variables["BUILDKITE_TAG"] == nil ? variables["BUILDKITE_BRANCH"] : nil
      defaultBranch = variables["BUILDKITE_PIPELINE_DEFAULT_BRANCH"]
      source = variables["BUILDKITE_REPO"].flatMap(Links.source(ofRemote:))
      (run, onlyRun) = (variables["BUILDKITE_BUILD_URL"], variables["BUILDKITE_BUILD_ID"])
    case .azure:
      isPullRequest = variables["BUILD_REASON"] == "PullRequest"
      branch = variables["BUILD_SOURCEBRANCH"]?.after("refs/heads/")
      source = variables["BUILD_REPOSITORY_URI"].flatMap(Links.source(ofRemote:))
      if let collection = variables["SYSTEM_TEAMFOUNDATIONCOLLECTIONURI"],
        let project = variables["SYSTEM_TEAMPROJECT"]?.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
      {
        run = "\(collection)\(project)/_build/results?buildId={run}"
      }
    case .circleCI:
      isPullRequest = variables["CIRCLE_PR_NUMBER"] != nil || variables["CIRCLE_BRANCH"]?.hasPrefix("pull/") == true
      branch = variables["CIRCLE_TAG"] == nil ? variables["CIRCLE_BRANCH"] : nil
      source = variables["CIRCLE_REPOSITORY_URL"].flatMap(Links.source(ofRemote:))
      (run, onlyRun) = (variables["CIRCLE_BUILD_URL"], variables["CIRCLE_WORKFLOW_ID"])
    case .jenkins:
      isPullRequest = variables["CHANGE_ID"] != nil
      if variables["TAG_NAME"] == nil {
        branch = variables["BRANCH_NAME"] ?? variables["GIT_BRANCH"].map { $0.after("origin/") ?? $0 }
      }
      if variables["BRANCH_IS_PRIMARY"] == "true" { defaultBranch = branch }
      source = variables["GIT_URL"].flatMap(Links.source(ofRemote:))
      (run, onlyRun) = (variables["BUILD_URL"], variables["BUILD_TAG"])
    case .bitrise:
      isPullRequest = variables["BITRISE_PULL_REQUEST"] ?? "false" != "false"
      branch = variables["BITRISE_GIT_TAG"] == nil ? variables["BITRISE_GIT_BRANCH"] : nil
      source = variables["GIT_REPOSITORY_URL"].flatMap(Links.source(ofRemote:))
      (run, onlyRun) = (variables["BITRISE_BUILD_URL"], variables["BITRISE_BUILD_SLUG"])
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
  /// The text after a prefix; `nil` if the prefix is missing or nothing follows it.
  fileprivate func after(_ start: String) -> String? {
    hasPrefix(start) && self != start ? String(dropFirst(start.count)) : nil
  }
}
