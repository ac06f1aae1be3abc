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

  func write(_ text: String) throws(CommandFailure) { try OutputFile.write(text, to: file) }

  func refuse(toOverwrite inputs: [String]) throws(CommandFailure) {
    try FilePath.refuse([file].compactMap(\.self), of: inputs)
  }

  private var file: String? { output == "-" ? nil : output }
}
