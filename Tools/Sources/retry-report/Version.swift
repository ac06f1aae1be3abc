/// The version: the newest one of CHANGELOG, or "development" while that is unreleased.
let version = "development"
