/// An error that was thrown once, to be known again when it is caught further out.
///
/// Two errors may be equal and yet be two failures. The system makes a box for an error when it is thrown, and hands on
/// the box; code that catches an error as its type and throws that makes another. An object as an error is the same in any box.
struct SameError: Sendable {
  private let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  /// An error of generic code, which would put the box into another.
  init(inBox error: some Error) {
    self.init((error as Any) as? any Error ?? error)
  }

  func matches(_ other: any Error) -> Bool {
    if Self.box(error) == Self.box(other) { return true }
    guard type(of: error) is AnyClass, type(of: other) is AnyClass else { return false }
    return error as AnyObject === other as AnyObject
  }

  /// An `any Error` is one pointer, to its box.
  private static func box(_ error: any Error) -> UnsafeRawPointer {
    unsafeBitCast(error as any Error, to: UnsafeRawPointer.self)
  }
}
