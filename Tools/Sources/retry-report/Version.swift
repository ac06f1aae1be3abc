/// The version of the repository, which its pages name and its tag has.
let version = "1.0.0"
