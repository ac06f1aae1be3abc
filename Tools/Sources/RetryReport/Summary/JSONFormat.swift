internal import Foundation

/// The summary for machines; its keys are stable.
public enum JSONFormat {
  static let version = 1

  public static func render(_ report: Report) throws -> String {
    let summary: JSONObject = [
      "version": version,
      "files": report.input.files,
      "rows": report.input.rows,
      "skipped": report.input.skipped,
      "lostRows": report.input.lostRows,
      "deadProcesses": report.input.dead.map(\.sentence),
      "runs": report.figures.runs.count,
      "steps": report.steps(\.runs),
      "recovered": report.steps(\.recovered),
      "exhausted": report.steps { $0[.exhausted] },
      "flakeRate": report.flakeRate,
      "lostMs": report.figures.lostMs,
      "outermostMs": report.figures.outermostMs,
      "rehearsed": report.figures.rehearsed,
      "tests": report.results.map { results in
        Dictionary(uniqueKeysWithValues: TestResults.Outcome.allCases.map { ($0.rawValue, results.count($0)) })
      },
      "failuresOutsideTests": report.results?.failuresOutsideTests.count,
      "unreadResultFiles": report.results?.unread,
      "testsWithoutResult": report.results?.unknown,
      "history": report.history.runs.map { ["run": $0.id, "startMs": $0.startMs, "commit": $0.commit] as JSONObject },
      "actions": report.actions.map { object($0, report.history) },
    ]
    return try summary.sortedJSON()
  }

  private static func object(_ action: ActionFigures, _ history: RunHistory) -> JSONObject {
    [
      "unit": action.unit.rawValue,
      "action": action.action,
      "runs": action.runs,
      "passed": action.passed,
      "recovered": action.recovered,
      "exhausted": action[.exhausted],
      "timedOut": action[.timedOut],
      "aborted": action[.aborted],
      "stopped": action[.stopped],
      "skipped": action[.skipped],
      "canceled": action[.canceled],
      "died": action.died,
      "unknown": action.unknown,
      "flakeRate": action.flakeRate,
      "cures": Dictionary(uniqueKeysWithValues: Recovery.allCases.map { ($0.rawValue, action.recoveredBy[$0] ?? 0) }),
      "taxMs": action.taxMs,
      "lostMs": action.lostMs,
      "history": history.moods(of: action).map { $0?.word ?? "" },
      "firstSeenMs": action.history.firstSeen?.startMs ?? 0,
      "firstSeenCommit": action.history.firstSeen?.commit ?? "",
      "lastSeenMs": action.history.lastSeen?.startMs ?? 0,
      "waitMs": action.waitMs,
      "durationMs": action.durationMs,
      "firstError": action.firstFailure?.message ?? "",
      "file": action.firstFailure?.file ?? "",
      "line": action.firstFailure?.line ?? 0,
      "causes": object(action.causes),
      "excuses": action.flakiness.all.map(object),
    ]
  }

  private static func object(_ flakiness: Flakiness) -> JSONObject {
    [
      "because": flakiness.reason,
      "fixable": flakiness.isFixable,
      "bug": flakiness.bug,
      "expires": flakiness.expires,
      "file": flakiness.place.file,
      "line": flakiness.place.line,
    ]
  }

  private static func object(_ causes: CommonCauses) -> [JSONObject] {
    causes.all.prefix(CommonCauses.most).map { cause in
      ["kind": cause.kind.text, "example": cause.first?.message ?? "", "count": cause.steps]
    }
  }
}
