import HostPlugins
import HostRuntime

extension ChildContext {
  /// The user does something, which the child uses.
  func use(_ activation: ActivationLevel = .any) {
    note(.inputBegan(activation))
    note(.inputEnded(isUsed: true))
  }
}
