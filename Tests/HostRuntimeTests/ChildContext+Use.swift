import HostPlugins
import HostRuntime

extension ChildContext {
  /// The user does something, which the child uses.
  func use(_ activation: UserActivation = .any) {
    inputBegan(activation)
    inputEnded(isUsed: true)
  }
}
