/// A page that needs no network, no framework, and no script to be read.
public enum HTMLFormat {
  /// - Parameters:
  ///   - links: The addresses of the source and of the runs.
  ///   - folder: The folder of the page, for links to files.
  public static func render(_ full: FullReport, links: Links = Links(), in folder: String = ".") -> String {
    Page(full, links: links, in: folder).render().text
  }
}
