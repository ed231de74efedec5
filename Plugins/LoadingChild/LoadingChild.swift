import ChildPluginKit

final class LoadingChild: ChildPlugin, InputChild {
  static let descriptor = ChildDescriptor(id: "org.statehost.loading", name: "Loading")
  init(host: Host) {}
  func draw(on canvas: borrowing Canvas) {}
}
