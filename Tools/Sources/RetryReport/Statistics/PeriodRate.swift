/// The rate of a period in which there were steps.
package struct PeriodRate: Equatable, Sendable {
  /// The place of the period, 0 for the oldest.
  package let period: Int
  package let rate: Rate

  package init(period: Int, rate: Rate) {
    self.period = period
    self.rate = rate
  }
}
