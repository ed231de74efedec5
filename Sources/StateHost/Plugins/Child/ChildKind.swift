internal import ChildPluginAPI

/// A type of child in this process, or a plugin that has a host of its own: whom its calls go to, and
/// which of its faults are known.
///
/// Lives for ever, as the gates do.
final class ChildKind {
  let callee: PluginCallee
  let file: String
  /// Empty: it is the plugin itself.
  let id: String
  /// Of the ABI, that its plugin was built with.
  let minor: UInt16
  private var known: Set<ChildFault.Kind> = []

  init(id: String, file: String, minor: UInt16, callee: PluginCallee) {
    self.id = id
    self.file = file
    self.minor = minor
    self.callee = callee.ofChild(id)
    _ = unsafe Unmanaged.passRetained(self)
  }

  /// The plugin itself.
  init(pluginAt file: String, minor: UInt16, callee: PluginCallee) {
    id = ""
    self.file = file
    self.minor = minor
    self.callee = callee
    _ = unsafe Unmanaged.passRetained(self)
  }

  /// A child may ask for any number of states that there are not.
  private static let knownLimit = 256

  /// What was wrong with a call that its gate did not let in.
  func misplaced(_ function: HostFunction) -> ChildFault.Kind {
    id.isEmpty && !PluginSide.permitted.contains(function)
      ? .withoutChild(function) : .wrongThread(function)
  }

  /// The fault with its names, when it is a new one.
  func note(_ fault: ChildFault.Kind) -> ChildFault? {
    guard known.count < Self.knownLimit, known.insert(fault).inserted else { return nil }
    return ChildFault(file: file, child: id, kind: fault)
  }
}

/// What a plugin is told of the program; lives for ever.
package struct ProgramName: Sendable {
  let name: ImmortalText
  let version: ImmortalText

  package init(name: String = "StateHost", version: String) {
    self.name = ImmortalText(name)
    self.version = ImmortalText(version)
  }
}
