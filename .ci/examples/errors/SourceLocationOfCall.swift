// error: extra argument 'sourceLocation' in call
import TargetedAutoRetry
import Testing

@Suite struct SourceLocationTests: TargetedAutoRetry {
  func signIn(sourceLocation: SourceLocation = #_sourceLocation) {
    autoRetry(mainAction: {}, successCondition: { true }, sourceLocation: sourceLocation)
  }
}
