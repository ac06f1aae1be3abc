/// The type of a file, as far as the library needs it.
public struct UTType: Sendable {
  public static let data = UTType(identifier: "public.data")

  public let identifier: String

  private init(identifier: String) {
    self.identifier = identifier
  }

  public init?(filenameExtension: String) {
    self.init(identifier: "public.\(filenameExtension)")
  }
}
