/// A page that needs no network and no framework, and can be read without scripts.
public enum HTMLFormat {
  /// - Parameters:
  ///   - links: The URLs of sources and runs.
  ///   - owners: The owners of files.
  ///   - folder: The folder of the page, for links to files.
  ///   - nowMs: When the page is made, in milliseconds of Unix time; `nil` for now.
  public static func render(
    _ full: FullReport,
    links: Links = Links(),
    owners: CodeOwners = CodeOwners(),
    in folder: String = ".",
    at nowMs: Int64? = nil
  ) -> String {
    Page(full, links: links, owners: owners, in: folder, at: nowMs ?? .now).render().text
  }
}
