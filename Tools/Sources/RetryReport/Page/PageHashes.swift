/// The hashes of the page's script and style sheet; its content security policy allows no others.
///
/// `Scripts/page-hashes` writes this file.
enum PageHashes {
  static let style: HTML = "'sha256-igeGKzIsX03Xsu9rfeO5d+GNiZ8Pcu+bDJ3gDnxb2UE='"
  static let script: HTML = "'sha256-y+NskG9vpViyB7vGP/GDGceQgYWDIlF6C35KKqOSxvg='"
}
