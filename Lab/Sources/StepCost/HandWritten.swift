/// A retry loop without the library: no log, no failure, no figures.
enum HandWritten {
  @inline(never)
  static func retry(
    _ retries: Int = 3,
    mainAction: () throws -> Void,
    successCondition: () throws -> Bool,
    resetSteps: () -> Void = {}
  ) -> Int {
    for retry in 0...retries {
      if retry > 0 { resetSteps() }
      do {
        try mainAction()
        if try successCondition() { return retry }
      } catch {}
    }
    return retries + 1
  }

  @inline(never)
  static func retry(
    _ retries: Int = 3,
    mainAction: () async throws -> Void,
    successCondition: () async throws -> Bool,
    resetSteps: () async -> Void = {}
  ) async -> Int {
    for retry in 0...retries {
      if retry > 0 { await resetSteps() }
      do {
        try await mainAction()
        if try await successCondition() { return retry }
      } catch {}
    }
    return retries + 1
  }
}
