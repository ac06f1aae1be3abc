/// Time that the retries of a step took, counted once: what steps lose inside a failed attempt is lost by the step around
/// them.
struct LostTime: Sendable {
  let action: String
  let startMs: Int64
  let ms: Int64
}
