-- How flaky each action is, and what its retries cost. `retry-report` also counts the time of the steps of open-steps.sql in which a
-- process died.
SELECT
  unit,
  action,
  count(*) AS runs,
  count(*) FILTER (WHERE outcome = 'passed') AS passed,
  count(*) FILTER (WHERE outcome = 'recovered') AS recovered,
  count(*) FILTER (WHERE outcome = 'exhausted') AS exhausted,
  -- Of the steps that passed or failed.
  coalesce(
    count(*) FILTER (WHERE outcome = 'recovered')
      / nullif(count(*) FILTER (WHERE NOT (outcome = 'aborted' AND stopped_by IN ('error', 'skip', 'cancellation'))), 0),
    0
  ) AS flake_rate,
  CAST(sum(tax_ms) AS BIGINT) AS tax_ms
FROM records
WHERE v = 1 AND kind = 'step' AND NOT (cause = 'rehearsal' AND outcome = 'recovered')
GROUP BY unit, action
ORDER BY exhausted DESC, recovered DESC, tax_ms DESC, action
