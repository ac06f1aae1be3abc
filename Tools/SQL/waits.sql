-- How long the successful waits of each name took, and how many timed out.
SELECT
  action,
  count(*) AS waits,
  count(*) FILTER (WHERE outcome = 'passed') AS passed,
  count(*) FILTER (WHERE outcome = 'timedOut') AS ran_out,
  CAST(percentile_disc(0.5) WITHIN GROUP (ORDER BY CASE WHEN outcome = 'passed' THEN duration_ms END) AS BIGINT) AS p50_ms,
  CAST(percentile_disc(0.95) WITHIN GROUP (ORDER BY CASE WHEN outcome = 'passed' THEN duration_ms END) AS BIGINT) AS p95_ms,
  max(coalesce(limit_ms, 0)) AS limit_ms
FROM records
WHERE v = 1 AND kind = 'wait'
GROUP BY action
ORDER BY ran_out DESC, waits DESC, action
