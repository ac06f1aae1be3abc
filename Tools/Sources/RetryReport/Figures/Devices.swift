/// The first attempts of one action that failed, by device, and the devices that they differ between.
struct Devices: Sendable {
  /// The number of devices of an action that are kept; of too many the rest counts as unknown.
  private static let most = 100
  /// The probability of a difference that is none, for each action.
  private static let level = 0.01

  /// The first attempts that failed on each device; those on unknown devices have an empty name.
  private(set) var rates: [String: Rate] = [:]

  mutating func add(_ row: Row) {
    if row.isSkipped { return }
    let device = rates[row.device] != nil || rates.count < Self.most ? row.device : ""
    rates[device] = rates[device, default: .zero] + Rate(count: row.cause.isEmpty ? 0 : 1, total: 1)
  }

  var sorted: [(device: String, rate: Rate)] { rates.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

  /// The devices on which the action fails more often than on the others; nil where no difference is sure.
  var difference: DeviceDifference? {
    let known = rates.filter { !$0.key.isEmpty }
    let differences = Self.groups(of: known.keys.sorted()).map { name, devices in
      DeviceDifference(
        devices: name,
        rate: devices.map { known[$0] ?? .zero }.reduce(.zero, +),
        elsewhere: known.filter { !devices.contains($0.key) }.values.reduce(.zero, +)
      )
    }
    let probabilities = differences.map(\.probability)
    let significant = Holm.significant(probabilities, level: Self.level)
    return differences.indices.filter { significant[$0] }.min { probabilities[$0] < probabilities[$1] }
      .map { differences[$0] }
  }

  /// The sets of devices that may differ from all others, the narrowest name first: a device, its system, its family.
  private static func groups(of devices: [String]) -> [(name: String, devices: Set<String>)] {
    let names: [(String) -> Substring] = [
      { $0[...] },
      { device in device.firstMatch(of: /.*, (.+)/)?.1 ?? "" },
      { device in device.prefixMatch(of: /iPad|iPhone/)?.output ?? "" },
    ]
    var groups: [(name: String, devices: Set<String>)] = []
    for name in names {
      for (name, members) in Dictionary(grouping: devices, by: name).sorted(by: { $0.key < $1.key }) {
        let members = Set(members)
        if name.isEmpty || members.count == devices.count || groups.contains(where: { $0.devices == members }) {
          continue
        }
        groups.append((String(name), members))
      }
    }
    return groups
  }
}

/// Devices on which an action fails more often than on others.
struct DeviceDifference: Equatable, Sendable {
  /// Such as `iPad`, `iOS 18.2` or `iPad Pro (11-inch), iOS 18.2`.
  let devices: String
  let rate: Rate
  /// The rate on the other devices that are known.
  let elsewhere: Rate

  /// The probability of so many failures or more on these devices if all have one rate.
  fileprivate var probability: Double {
    FisherTest.probability(of: rate.count, in: rate.total, base: elsewhere.count, in: elsewhere.total)
  }

  /// Such as `flaky on iPad only: the first attempt failed in 7 of 40, elsewhere in 0 of 120`.
  var sentence: String {
    let verdict = elsewhere.count == 0 ? "flaky on \(devices) only" : "flakier on \(devices)"
    return "\(verdict): the first attempt failed in \(rate.count) of \(rate.total), "
      + "elsewhere in \(elsewhere.count) of \(elsewhere.total)"
  }
}
