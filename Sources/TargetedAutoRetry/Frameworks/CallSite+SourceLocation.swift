internal import Testing

extension CallSite {
  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: resolvedFileID,
      filePath: path,
      // Swift Testing traps on a line or a column below 1.
      line: Int(clamping: max(line, 1)),
      column: Int(clamping: resolvedColumn)
    )
  }
}
