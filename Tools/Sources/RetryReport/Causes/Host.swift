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
    if rest.first == UInt8(ascii: "["), let end = rest.first("]") {
      port = rest[end...].dropFirst(2)
      rest = rest[..<end].dropFirst()
    } else if rest.count(of: ":") == 1 || Self.endsWithService(rest), let colon = rest.lastIndex(of: UInt8(ascii: ":"))
    {
      (rest, port) = (rest[..<colon], rest[(colon + 1)...])
    }
    guard port.isEmpty || port.isDigits else { return nil }
    let service = Self.services.contains(port.text) ? ":\(port.text)" : ""
    let isLocal = rest.elementsEqual("localhost".utf8) && !port.isEmpty
    if isLocal || Self.isV4(rest) || Self.isV6(rest) || Self.isHardware(rest) {
      text = "<host>\(service)"
    } else if Self.isName(rest, port: port) {
      text = Stretch(bytes: rest).pieces.text + (service.isEmpty ? ":#" : service)
    } else {
      return nil
    }
  }

  /// True for `db.internal:49153` and `redis:6379`; other numbers after a colon are lines or codes as often.
  private static func isName(_ bytes: Bytes, port: Bytes) -> Bool {
    guard port.count > 3, bytes.hasLower, bytes.allSatisfy({ $0.isAlphanumeric || "-._".utf8.contains($0) }),
      bytes.parts(by: ".").last?.isWord == true
    else { return false }
    return services.contains(port.text) || (bytes.has(".") && port.count == 5)
  }

  /// `::1:5432`.
  private static func endsWithService(_ bytes: Bytes) -> Bool {
    bytes.count(of: ":") > 2 && bytes.parts(by: ":").last.map { $0.count > 3 && services.contains($0.text) } ?? false
  }

  private static func isV4(_ bytes: Bytes) -> Bool {
    let parts = bytes.parts(by: ".")
    return parts.count == 4 && parts.allSatisfy { $0.isDigits && $0.count < 4 && Int($0.text) ?? 256 < 256 }
  }

  /// Groups of hex digits with `::` for zeros; a number after `%` is the interface.
  private static func isV6(_ bytes: Bytes) -> Bool {
    let address = bytes.prefix { $0 != UInt8(ascii: "%") }
    let parts = address.parts(by: ":")
    guard (3...9).contains(parts.count), parts.allSatisfy({ $0.isEmpty || ($0.isHex && $0.count < 6) || isV4($0) })
    else {
      return false
    }
    return (address.hasDigit && parts.count { $0.isEmpty } > 0) || parts.count == 8
  }

  /// `a4:83:e7:1f:02:bb`.
  private static func isHardware(_ bytes: Bytes) -> Bool {
    let parts = bytes.parts(by: ":")
    return parts.count == 6 && parts.allSatisfy { $0.count == 2 && $0.isHex }
  }
}

extension Bytes {
  var isUUID: Bool {
    let parts = parts(by: "-")
    return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy(\.isHex)
  }
}
