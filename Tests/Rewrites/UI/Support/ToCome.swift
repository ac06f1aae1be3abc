import TargetedAutoRetry

// Stands in for what is not there yet; goes away with the merge.

struct CurrentTest: TargetedAutoRetry {}
