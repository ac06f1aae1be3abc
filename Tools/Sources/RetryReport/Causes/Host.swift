/// An address in a network, or a name with a port; the port stays where it names a service.
struct Host {
  private static let services: Set<String> = .words(
    """
    22 25 53 80 443 1433 1521 2379 3306 5432 5672 6379 6443 9042 9092 9200 11211 27017
    """
  )

  let text: String

  init?(_ bytes: Bytes) {
    var rest = bytes
    var port: Bytes = []
    if rest.parts(by: ":").count == 2, let colon = rest.first(":") {
      (rest, port) = (rest[..<colon], rest[(colon + 1)...])
    }
    guard port.isEmpty || port.isDigits else { return nil }
    let service = Self.services.contains(port.text) ? ":\(port.text)" : ""
    if rest.elementsEqual("localhost".utf8) || Self.isV4(rest) || Self.isV6(rest) {
      text = "<host>\(service)"
    } else if Self.isName(rest, port: port) {
      text = Stretch(bytes: rest).pieces.text + (service.isEmpty ? ":#" : service)
    } else {
      return nil
    }
  }

  /// True for `db.internal:49153` and `redis:6379`; other numbers after a colon are lines or codes as often.
  private static func isName(_ bytes: Bytes, port: Bytes) -> Bool {
    guard port.count > 3, bytes.allSatisfy({ $0.isAlphanumeric || "-._".utf8.contains($0) }) else { return false }
    return services.contains(port.text) || (bytes.has(".") && port.count == 5)
  }

  private static func isV4(_ bytes: Bytes) -> Bool {
    let parts = bytes.parts(by: ".")
    return parts.count == 4 && parts.allSatisfy { $0.isDigits }
  }

  /// Groups of hex digits, also of hardware; a number after `%` is the interface.
  private static func isV6(_ bytes: Bytes) -> Bool {
    let address = bytes.prefix { $0 != UInt8(ascii: "%") }
    let parts = address.parts(by: ":")
    guard (3...9).contains(parts.count), parts.allSatisfy({ $0.isEmpty || ($0.isHex && $0.count < 6) })
    else {
      return false
    }
    return address.hasDigit
  }

}

extension Bytes {
  var isUUID: Bool {
    let parts = parts(by: "-")
    return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy(\.isHex)
  }
}
