/// The version of the repository, as in its pages and its tag.
let version = "1.0.0"
