/// A call, by its name and its place.
struct Call: Hashable, Comparable, Sendable {
  let action: String
  let place: Place

  static func < (left: Call, right: Call) -> Bool { (left.action, left.place) < (right.action, right.place) }
}

/// The figures of one call.
protocol CallFigures: Sendable {
  init(_ call: Call)
}

/// The figures of each call; beyond the limit, calls are counted without their place.
struct ByCall<Figures: CallFigures>: Sendable {
  private static var most: Int { 10_000 }

  private var figures: [Call: Figures] = [:]

  var all: [Figures] { Array(figures.values) }

  mutating func update(_ row: Row, _ change: (inout Figures) -> Void) {
    var call = Call(action: row.action, place: row.place)
    if figures[call] == nil, figures.count >= Self.most {
      call = Call(action: row.action, place: Place(file: "", line: 0))
    }
    change(&figures[call, default: Figures(call)])
  }
}
