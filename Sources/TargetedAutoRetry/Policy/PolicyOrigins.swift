/// Which policies have set the limits of a step.
struct PolicyOrigins: Sendable {
  var conditionTimeout = PolicyOrigin.type
  var attemptTimeLimit = PolicyOrigin.type
  var timeLimit = PolicyOrigin.type
}

extension PolicyOrigins {
  init(call: RetryPolicy?, scope: RetryPolicy?) {
    func origin(_ isOfCall: Bool?, _ isOfScope: Bool?) -> PolicyOrigin {
      isOfCall == true ? .call : isOfScope == true ? .scope : .type
    }
    self.init(
      conditionTimeout: origin(call.map { $0.conditionTimeout != nil }, scope.map { $0.conditionTimeout != nil }),
      attemptTimeLimit: origin(call.map { $0.attemptTimeLimit != nil }, scope.map { $0.attemptTimeLimit != nil }),
      timeLimit: origin(call.map { $0.timeLimit != nil }, scope.map { $0.timeLimit != nil })
    )
  }
}
