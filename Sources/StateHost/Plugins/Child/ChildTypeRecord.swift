internal import ChildPluginAPI

/// One type of child that a loaded plugin offers, or the plugin itself, with the faults already reported for it.
///
/// It also has the call target through which the type's children are called. It is never freed, because the C objects
/// that check a plugin's calls refer to it.
final class ChildTypeRecord {
  let callee: CallTarget
  let file: String
  /// Empty for the plugin itself.
  let id: String
  /// The minor ABI version that the plugin was built for.
  let minor: UInt16
  private var known: Set<ChildFault.Kind> = []

  init(id: String, file: String, minor: UInt16, callee: CallTarget) {
    self.id = id
    self.file = file
    self.minor = minor
    self.callee = callee
    _ = unsafe Unmanaged.passRetained(self)
  }

  /// Bounds `known`: a child may request any number of unknown states.
  private static let knownLimit = 256

  /// The fault of a call that its gate rejected.
  func misplaced(_ function: HostFunction) -> ChildFault.Kind {
    id.isEmpty && !PluginHostContext.permitted.contains(function)
      ? .withoutChild(function) : .wrongThread(function)
  }

  /// The fault with the names of file and child; nil when it was reported before.
  func note(_ fault: ChildFault.Kind) -> ChildFault? {
    guard known.count < Self.knownLimit, known.insert(fault).inserted else { return nil }
    return ChildFault(file: file, child: id, kind: fault)
  }
}

/// The name and version of this program as C strings that plugins can read, never freed.
package struct ProgramName: Sendable {
  let name: ImmortalText
  let version: ImmortalText

  package init(name: String = "StateHost", version: String) {
    self.name = ImmortalText(name)
    self.version = ImmortalText(version)
  }
}
