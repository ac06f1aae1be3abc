/// Who keeps the files that are attached to the attempts of a step.
protocol AttachmentKeeper: AnyObject, Sendable {
  /// - Returns: The path of the file beside the records, if it has one there.
  func keep(_ file: AttachedFile, of attempt: Attempt) -> String?

  /// Hears of a file that is not kept, and why.
  func refuse(_ file: AttachedFile, of attempt: Attempt, _ refusal: AttachmentRefusal)
}
