/// The rate of a period with steps.
package struct PeriodRate: Equatable, Sendable {
  /// The index of the period, 0 for the oldest.
  package let period: Int
  package let rate: Rate

  package init(period: Int, rate: Rate) {
    self.period = period
    self.rate = rate
  }
}
