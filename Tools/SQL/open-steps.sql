-- The actions with a step that has no row of its own, because its process died or hangs. The other queries leave out these steps.
SELECT unit, action, count(DISTINCT step_id) AS steps
FROM records AS started
WHERE v = 1 AND kind IN ('begin', 'attempt') AND unit IN ('step', 'test')
  AND NOT EXISTS (SELECT 1 FROM records AS ended WHERE ended.kind = 'step' AND ended.step_id = started.step_id)
GROUP BY unit, action
ORDER BY steps DESC, unit, action
