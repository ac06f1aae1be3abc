internal import Foundation

/// An object of JSON, written as a literal; a key without a value is left out.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
  }

  private let members: [(key: String, value: any Encodable)]

  package init(dictionaryLiteral members: (String, (any Encodable)?)...) {
    self.members = members.compactMap { key, value in value.map { (key: key, value: $0) } }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for member in members { try container.encode(member.value, forKey: Name(stringValue: member.key)) }
  }
}
