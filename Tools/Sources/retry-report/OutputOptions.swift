import ArgumentParser

/// The place of the output.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
    completion: .file(),
    transform: FilePath.parse
  )
  var output: String?

  func write(_ text: String) throws(CommandFailure) { try OutputFile.write(text, to: output) }
}
