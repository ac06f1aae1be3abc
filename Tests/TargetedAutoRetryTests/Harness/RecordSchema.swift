import Foundation
import Testing

/// The JSON Schema of the documentation, for the parts of the language that it uses.
struct RecordSchema {
  private let required: [String]
  private let properties: [String: [String: Any]]

  init() throws {
    let url = Repository.url("Sources/TargetedAutoRetry/TargetedAutoRetry.docc/record.schema.json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    let schema = try #require(object as? [String: Any])
    required = try #require(schema["required"] as? [String])
    properties = try #require(schema["properties"] as? [String: [String: Any]])
  }

  /// Checks a row of this version: it has every key and no other.
  func check(_ row: Row) throws {
    #expect(row.keys == Set(required))
    #expect(Set(properties.keys) == Set(required))
    for (key, property) in properties {
      let type = try #require(property["type"] as? String)
      #expect(row.isInteger(key) == (type == "integer"), "\(key) of \(row.text)")
      if let values = property["enum"] as? [Any] {
        #expect(values.contains { "\($0)" == row[key] }, "\(key) of \(row.text)")
      }
      if let constant = property["const"] { #expect("\(constant)" == row[key]) }
      if let minimum = property["minimum"] as? Int {
        #expect(row.number(key) ?? .min >= minimum, "\(key) of \(row.text)")
      }
      if let longest = property["maxLength"] as? Int { #expect(row[key].utf8.count <= longest) }
    }
  }
}
