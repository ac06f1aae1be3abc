/// The hashes of the page's script and style sheet; its content security policy allows no others.
///
/// `Scripts/page-hashes` writes this file.
enum PageHashes {
  static let style: HTML = "'sha256-QB5JEjlW8+p9ZS0L14s88gRdnYX6IgxUIato/XhF45I='"
  static let script: HTML = "'sha256-2tOD/wXk/Cz4kzaOmlNO8nHWVIV41alsUwvdjOAehqs='"
}
