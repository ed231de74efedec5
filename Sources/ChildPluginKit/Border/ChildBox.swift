internal import ChildPluginAPI

/// Holds an author's child for the host: what `data` of its table points at.
final class ChildBox {
  let child: any ChildPlugin
  let layout: (any LayoutChild)?
  let transition: (any TransitionChild)?
  let input: (any InputChild)?
  let content: (any ContentChild)?
  let wake: (any WakeChild)?
  let savedState: (any SavedStateChild)?
  let keyHelp: (any KeyHelpChild)?
  let accessibility: (any AccessibilityChild)?
  let theme: (any ThemeChild)?
  let situation: (any SituationChild)?
  let selection: (any SelectionChild)?
  let view: (any ViewChild)?
  let front: (any FrontChild)?
  let messages: (any MessageChild)?
  let program: (any ProgramChild)?

  /// The texts of the key help item asked last: they live until the next call into the child.
  private var heldKey = HeldText("")
  private var heldAction = HeldText("")

  init(_ child: any ChildPlugin) {
    self.child = child
    layout = child.layoutChild
    transition = child.transitionChild
    input = child.inputChild
    content = child.contentChild
    wake = child.wakeChild
    savedState = child.savedStateChild
    keyHelp = child.keyHelpChild
    accessibility = child.accessibilityChild
    theme = child.themeChild
    situation = child.situationChild
    selection = child.selectionChild
    view = child.viewChild
    front = child.frontChild
    messages = child.messageChild
    program = child.programChild
  }

  func hold(_ help: KeyHelp) -> (key: childplugin_text_t, action: childplugin_text_t) {
    heldKey = HeldText(help.key)
    heldAction = HeldText(help.action)
    return unsafe (heldKey.text, heldAction.text)
  }

  /// Makes the child's table, which owns this box until `destroy`.
  func handOver() -> UnsafePointer<childplugin_child_t> {
    let table = unsafe immortal(ChildTable.functions)
    unsafe table.pointee.data = Unmanaged.passRetained(self).toOpaque()
    return unsafe UnsafePointer(table)
  }

  /// The box of a child's table.
  static func of(_ table: UnsafePointer<childplugin_child_t>?) -> ChildBox? {
    guard let data = unsafe table?.pointee.data else { return nil }
    return unsafe Unmanaged<ChildBox>.fromOpaque(data).takeUnretainedValue()
  }

  /// Ends the child: its box and its table.
  static func destroy(_ table: UnsafePointer<childplugin_child_t>?) {
    guard let table = unsafe table, let data = unsafe table.pointee.data else { return }
    unsafe Unmanaged<ChildBox>.fromOpaque(data).release()
    unsafe UnsafeMutablePointer(mutating: table).deallocate()
  }
}
