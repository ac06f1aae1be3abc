-- How often the first attempt of each action fails, run by run: the figures of `retry-report baseline`, which also counts the steps
-- of open-steps.sql in which a process died.
SELECT
  run_id,
  action,
  count(*) AS steps,
  count(*) FILTER (WHERE cause <> '') AS first_failures,
  count(*) FILTER (WHERE outcome = 'recovered') AS recovered,
  count(*) FILTER (WHERE outcome IN ('exhausted', 'timedOut', 'aborted')) AS failed
FROM records
WHERE v = 1 AND kind = 'step' AND unit = 'step' AND NOT (cause = 'rehearsal' AND outcome = 'recovered')
  AND NOT (outcome = 'aborted' AND stopped_by IN ('error', 'skip', 'cancellation'))
GROUP BY run_id, action
ORDER BY run_id, action
