-- Each error message of a failed attempt, by action and test, with the time (Unix, in milliseconds), commit and run in which it first occurred.
SELECT
  min(ts_ms) AS first_ms,
  min_by(commit, ts_ms) AS commit,
  min_by(run_id, ts_ms) AS run_id,
  count(*) AS attempts,
  action,
  test_id,
  error_message
FROM records
WHERE v = 1 AND kind = 'attempt'
GROUP BY action, test_id, error_message
ORDER BY first_ms, action, test_id, error_message
