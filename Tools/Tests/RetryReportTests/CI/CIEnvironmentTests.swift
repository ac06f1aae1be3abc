import Testing

@testable import RetryReport

@Suite struct CIEnvironmentTests {
  /// The variables of a run of the branch `main`, in the repository `shop/app`.
  static let main: [CIEnvironment.Service: [String: String]] = [
    .gitHub: [
      "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/main", "GITHUB_REF_NAME": "main",
      "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "shop/app",
    ],
    .gitLab: [
      "GITLAB_CI": "true", "CI_COMMIT_BRANCH": "main", "CI_DEFAULT_BRANCH": "main",
      "CI_PROJECT_URL": "https://gitlab.com/shop/app",
    ],
    .buildkite: [
      "BUILDKITE": "true", "BUILDKITE_BRANCH": "main", "BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main",
      "BUILDKITE_PULL_REQUEST": "false", "BUILDKITE_REPO": "git@github.com:shop/app.git",
      "BUILDKITE_BUILD_URL": "https://buildkite.com/shop/app/builds/7", "BUILDKITE_BUILD_ID": "0184-af",
    ],
    .azure: [
      "TF_BUILD": "True", "BUILD_SOURCEBRANCH": "refs/heads/main", "BUILD_REASON": "IndividualCI",
      "BUILD_REPOSITORY_URI": "https://shop@dev.azure.com/shop/web/_git/app",
      "SYSTEM_TEAMFOUNDATIONCOLLECTIONURI": "https://dev.azure.com/shop/", "SYSTEM_TEAMPROJECT": "the web",
    ],
    .circleCI: [
      "CIRCLECI": "true", "CIRCLE_BRANCH": "main", "CIRCLE_REPOSITORY_URL": "https://bitbucket.org/shop/app",
      "CIRCLE_BUILD_URL": "https://circleci.com/gh/shop/app/7", "CIRCLE_WORKFLOW_ID": "f00d",
    ],
    .jenkins: [
      "JENKINS_URL": "https://ci.shop.example/", "BRANCH_NAME": "main", "BRANCH_IS_PRIMARY": "true",
      "GIT_URL": "https://bot:secret@gitlab.shop.example:8443/shop/app.git",
      "BUILD_URL": "https://ci.shop.example/job/app/7/", "BUILD_TAG": "jenkins-app-7",
    ],
    .bitrise: [
      "BITRISE_IO": "true", "BITRISE_GIT_BRANCH": "main", "BITRISE_PULL_REQUEST": "",
      "GIT_REPOSITORY_URL": "git@github.com:shop/app.git",
      "BITRISE_BUILD_URL": "https://app.bitrise.io/build/7f", "BITRISE_BUILD_SLUG": "7f",
    ],
  ]

  private func environment(_ service: CIEnvironment.Service, _ changes: [String: String]) throws -> CIEnvironment {
    CIEnvironment(try #require(Self.main[service]).merging(changes) { $1 }, orElse: { _ in "main" })
  }

  @Test(arguments: CIEnvironment.Service.allCases)
  func `a run of the default branch is recognized`(service: CIEnvironment.Service) throws {
    let environment = try environment(service, [:])
    #expect(environment.service == service)
    #expect(environment.branch == "main")
    #expect(environment.isOfDefaultBranch)
  }

  @Test(
    arguments: [
      // A tag, a pull request or a run for another one that is named like the default branch.
      (.gitHub, ["GITHUB_REF": "refs/tags/main"]),
      (.gitHub, ["GITHUB_EVENT_NAME": "pull_request", "GITHUB_REF": "refs/pull/7/merge"]),
      (.gitHub, ["GITHUB_EVENT_NAME": "pull_request_target"]),
      (.gitHub, ["GITHUB_EVENT_NAME": "workflow_run"]),
      (.gitHub, ["GITHUB_EVENT_NAME": "merge_group"]),
      (.gitHub, ["GITHUB_REF": ""]),
      (.gitHub, ["GITHUB_REF": "refs/heads/"]),
      (.gitHub, ["GITHUB_REF": "refs/heads/topic/main"]),
      (.gitLab, ["CI_COMMIT_BRANCH": "", "CI_COMMIT_TAG": "main", "CI_COMMIT_REF_NAME": "main"]),
      (.gitLab, ["CI_MERGE_REQUEST_IID": "7"]),
      (.gitLab, ["CI_EXTERNAL_PULL_REQUEST_IID": "7"]),
      (.gitLab, ["CI_COMMIT_BRANCH": "topic"]),
      (.buildkite, ["BUILDKITE_TAG": "main"]),
      (.buildkite, ["BUILDKITE_PULL_REQUEST": "7"]),
      (.buildkite, ["BUILDKITE_BRANCH": "fork:main"]),
      (.azure, ["BUILD_SOURCEBRANCH": "refs/tags/main"]),
      (.azure, ["BUILD_REASON": "PullRequest"]),
      (.circleCI, ["CIRCLE_TAG": "main"]),
      (.circleCI, ["CIRCLE_BRANCH": "pull/7"]),
      (.circleCI, ["CIRCLE_PR_NUMBER": "7"]),
      (.jenkins, ["TAG_NAME": "main", "BRANCH_IS_PRIMARY": ""]),
      (.jenkins, ["CHANGE_ID": "7", "BRANCH_NAME": "PR-7", "BRANCH_IS_PRIMARY": ""]),
      (.bitrise, ["BITRISE_GIT_TAG": "main"]),
      (.bitrise, ["BITRISE_PULL_REQUEST": "7"]),
      (.jenkins, ["BRANCH_NAME": "", "GIT_BRANCH": "origin/topic", "BRANCH_IS_PRIMARY": ""]),
    ] as [(CIEnvironment.Service, [String: String])]
  )
  func `no other run is one of the default branch`(service: CIEnvironment.Service, changes: [String: String]) throws {
    #expect(try !environment(service, changes).isOfDefaultBranch)
  }

  @Test func `a scheduled GitHub run is on the default branch`() throws {
    let variables = try #require(Self.main[.gitHub]).merging(["GITHUB_EVENT_NAME": "schedule"]) { $1 }
    #expect(CIEnvironment(variables).isOfDefaultBranch)
    #expect(!CIEnvironment(variables, defaultBranch: "trunk").isOfDefaultBranch)
  }

  @Test func `the default branch comes from options first, then variables`() throws {
    let gitLab = try #require(Self.main[.gitLab])
    #expect(CIEnvironment(gitLab, defaultBranch: "trunk").defaultBranch == "trunk")
    #expect(CIEnvironment(gitLab, orElse: { _ in "trunk" }).defaultBranch == "main")
    let azure = try #require(Self.main[.azure])
    #expect(CIEnvironment(azure, orElse: { _ in "trunk" }).defaultBranch == "trunk")
    let unknown = CIEnvironment(azure)
    #expect(unknown.defaultBranch == nil)
    #expect(!unknown.isOfDefaultBranch)
    let freestyle = ["JENKINS_URL": "https://ci.shop.example/", "GIT_BRANCH": "origin/main"]
    #expect(CIEnvironment(freestyle, defaultBranch: "main").isOfDefaultBranch)
  }

  @Test(arguments: [[:], ["CI": "true"], ["GITHUB_ACTIONS": "", "JENKINS_URL": ""], ["BUILDKITE": "false"]])
  func `without a known CI service there is no branch`(variables: [String: String]) {
    let environment = CIEnvironment(variables, defaultBranch: "main")
    #expect(environment.service == nil)
    #expect(!environment.isOfDefaultBranch)
  }

  @Test(
    arguments: [
      (
        .gitHub, "4711-2", "https://github.com/shop/app/actions/runs/4711/attempts/2",
        "github.com/shop/app/blob/c0/A.swift#L3"
      ),
      (.gitLab, "81", "https://gitlab.com/shop/app/-/pipelines/81", "gitlab.com/shop/app/-/blob/c0/A.swift#L3"),
      (.buildkite, "0184-af", "https://buildkite.com/shop/app/builds/7", "github.com/shop/app/blob/c0/A.swift#L3"),
      (
        .azure, "81", "https://dev.azure.com/shop/the%20web/_build/results?buildId=81",
        "dev.azure.com/shop/web/_git/app?path=/A.swift&amp;version=GCc0&amp;line=3"
      ),
      (.circleCI, "f00d", "https://circleci.com/gh/shop/app/7", "bitbucket.org/shop/app/src/c0/A.swift#lines-3"),
      (
        .jenkins, "jenkins-app-7", "https://ci.shop.example/job/app/7/",
        "gitlab.shop.example/shop/app/-/blob/c0/A.swift#L3"
      ),
      (.bitrise, "7f", "https://app.bitrise.io/build/7f", "github.com/shop/app/blob/c0/A.swift#L3"),
    ] as [(CIEnvironment.Service, String, String, String)]
  )
  func `the page links runs and places`(service: CIEnvironment.Service, run: String, address: String, place: String)
    throws
  {
    let links = try environment(service, [:]).links
    #expect(links.run(run) == "<a href=\"\(address)\">\(run)</a>")
    #expect(links.place(Place(file: "A.swift", line: 3), commit: "c0").text.hasPrefix("<a href=\"https://\(place)\">"))
  }

  @Test(
    arguments: [
      (["GITHUB_RUN_ATTEMPT": "3"], ["4711-1", "4711-2", "4711-3"]), (["GITHUB_RUN_ATTEMPT": "1"], ["4711-1"]),
      (["GITHUB_RUN_ATTEMPT": "-7"], ["4711-1"]), (["GITHUB_RUN_ATTEMPT": "x"], []),
      (["GITHUB_RUN_ATTEMPT": "\(Int.max)"], (1...1_000).map { "4711-\($0)" }),
      (["GITHUB_RUN_ATTEMPT": "3", "AUTO_RETRY_RUN_ID": "mine"], []),
    ] as [([String: String], [String])]
  )
  func `the attempts of a run of GitHub have their ids`(changes: [String: String], runs: [String]) throws {
    #expect(try environment(.gitHub, changes.merging(["GITHUB_RUN_ID": "4711"]) { $1 }).attempts == runs)
  }

  @Test func `a run of another job, or with an id of its own, has no link`() throws {
    #expect(try environment(.jenkins, [:]).links.run("jenkins-app-6") == "jenkins-app-6")
    #expect(try environment(.gitHub, ["AUTO_RETRY_RUN_ID": "mine"]).links.run("mine") == "mine")
  }

  @Test(arguments: [
    ("git@github.com:shop/app.git", "https://github.com/shop/app/blob/{commit}/{file}#L{line}"),
    (
      "ssh://git@github.shop.example:2222/shop/app.git/",
      "https://github.shop.example/shop/app/blob/{commit}/{file}#L{line}"
    ),
    ("https://bot:secret@github.com/shop/app", "https://github.com/shop/app/blob/{commit}/{file}#L{line}"),
    ("https://git.shop.example/shop/app", nil), ("/srv/git/github.git", nil), ("https://github.com/a\"b", nil),
    ("", nil), ("https://github.com/{file}", nil),
  ])
  func `source URLs come from the repository's, without secrets`(remote: String, address: String?) {
    #expect(Links.source(ofRemote: remote) == address)
  }

  @Test func `variables that a container lost are named, unless the branch is given`() {
    let lost = ["GITHUB_ACTIONS": "true"]
    #expect(CIEnvironment(lost, defaultBranch: "main").gap?.hasPrefix("GITHUB_EVENT_NAME is missing") == true)
    let given = CIEnvironment(lost, branch: "refs/heads/main", defaultBranch: "main")
    #expect(given.gap == nil && given.isOfDefaultBranch)
  }
}
