import TargetedAutoRetry

func staysTrue(for time: Duration, _ condition: () -> Bool) -> Bool {
  CurrentTest().autoWait(
    "Condition stays true",
    for: time,
    stableFor: time,
    failTestOnFailure: false,
    until: condition
  )
}
