-- How often the first attempt of each action fails on each device.
SELECT
  unit,
  action,
  coalesce(device, '') AS device,
  count(*) AS steps,
  count(*) FILTER (WHERE cause <> '') AS first_failures
FROM records
WHERE v = 1 AND kind = 'step' AND NOT (cause = 'rehearsal' AND outcome = 'recovered')
  AND NOT (outcome = 'aborted' AND stopped_by IN ('error', 'skip', 'cancellation'))
GROUP BY unit, action, coalesce(device, '')
ORDER BY first_failures DESC, unit, action, device
