internal import Foundation

extension Timeline.Origin {
  /// The text after the name of the run, such as `, shard 1, 2026-12-04 10:00, commit 0de32d9, Debian GNU/Linux 12`.
  var text: String {
    let time = startMs.asDate.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    )
    return [
      shard.isEmpty ? "" : "shard \(shard)", startMs.isDated ? "\(time) UTC" : "",
      commit.isEmpty ? "" : "commit \(commit.prefix(9))", system,
    ].filter { !$0.isEmpty }.map { ", " + $0 }.joined()
  }
}
