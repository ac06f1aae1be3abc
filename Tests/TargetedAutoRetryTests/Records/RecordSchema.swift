import Foundation
import Testing

/// The JSON Schema of the documentation, for the parts of the language that it uses.
struct RecordSchema {
  /// The keys of a row, and those that a row of a begin or an end has in any case.
  private let (required, requiredOfShort): (Set<String>, Set<String>)
  private let properties: [String: [String: Any]]
  var keys: Set<String> { Set(properties.keys) }

  init() throws {
    let url = Repository.url("Docs/Guide/record.schema.json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    let schema = try #require(object as? [String: Any])
    let keys = try ["else", "then"].map { part in
      try #require((schema[part] as? [String: Any])?["required"] as? [String])
    }
    (required, requiredOfShort) = (Set(keys[0]), Set(keys[1]))
    properties = try #require(schema["properties"] as? [String: [String: Any]])
  }

  /// Checks a row of this version: it has every key and no other, or, at a begin or an end, none that is empty or 0.
  func check(_ row: Row) throws {
    #expect(Set(properties.keys) == required.union(["open_steps"]))
    if ["begin", "end"].contains(row["kind"]) {
      #expect(row.keys.isSuperset(of: requiredOfShort) && row.keys.isSubset(of: properties.keys))
      #expect(row.keys.allSatisfy { !["", "0"].contains(row[$0]) }, "\(row.text)")
    } else {
      #expect(row.keys == required)
    }
    for (key, property) in properties where row.keys.contains(key) {
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
