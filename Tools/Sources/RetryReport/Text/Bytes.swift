/// A slice of the bytes of a text.
typealias Bytes = ArraySlice<UInt8>

extension Bytes {
  var text: String { String(decoding: self, as: UTF8.self) }
}
