package import ChildPluginAPI

/// The C function tables of the optional features that one child of a plugin implements, each nil if missing or
/// incomplete.
package struct ChildExtensions {
  package private(set) var layout: childplugin_layout_t?
  package private(set) var transition: childplugin_transition_t?
  package private(set) var input: childplugin_input_t?
  package private(set) var content: childplugin_content_observer_t?
  package private(set) var wake: childplugin_wake_t?
  package private(set) var savedState: childplugin_saved_state_t?
  package private(set) var keyHelp: childplugin_key_help_t?
  package private(set) var accessibility: childplugin_accessibility_t?
  package private(set) var theme: childplugin_theme_observer_t?
  package private(set) var situation: childplugin_situation_observer_t?
  package private(set) var selection: childplugin_selection_observer_t?
  package private(set) var view: childplugin_view_observer_t?
  package private(set) var focus: childplugin_focus_observer_t?
  package private(set) var messages: childplugin_messages_t?
  package private(set) var run: childplugin_run_observer_t?

  /// The ids of the extensions that the child has, in the order of the header.
  package private(set) var ids: [String] = []

  /// All ids that this version of the ABI has, `CHILDPLUGIN_EXTENSION_…`, in the order of the header.
  package static let allIDs: [String] = {
    var ids: [String] = []
    let find = { (id: String) -> UnsafeRawPointer? in
      ids.append(id)
      return nil
    }
    _ = unsafe ChildExtensions(finding: find, minor: 0, telling: { _ in })
    return ids
  }()

  /// No extensions.
  init() {}

  /// Calls a child's `get_extension` for each extension; a table of a wrong size, or without a required function, is
  /// left out and reported to `tell`.
  ///
  /// `minor` is the minor ABI version that the plugin was built for.
  init(
    finding find: (String) -> UnsafeRawPointer?, minor: UInt16,
    telling tell: (ChildFault.Kind) -> Void
  ) {
    func table<Table: SizedStruct & BitwiseCopyable>(
      _ id: String, _ required: (function: String, isThere: (Table) -> Bool)...
    ) -> Table? {
      guard let address = unsafe find(id) else { return nil }
      let size = unsafe ForeignMemory.size(at: address)
      guard Table.sizes.allows(size, inMinor: minor) else {
        tell(.tableSize(extension: id, size))
        return nil
      }
      let table = unsafe ForeignMemory.copy(Table.self, at: address, size: size)
      if let missing = required.first(where: { !$0.isThere(table) }) {
        tell(.functionMissing(extension: id, function: missing.function))
        return nil
      }
      ids.append(id)
      return table
    }
    layout = table(CHILDPLUGIN_EXTENSION_LAYOUT)
    transition = table(CHILDPLUGIN_EXTENSION_TRANSITION)
    input = table(CHILDPLUGIN_EXTENSION_INPUT)
    content = table(CHILDPLUGIN_EXTENSION_CONTENT, ("changed", { unsafe $0.changed != nil }))
    wake = table(CHILDPLUGIN_EXTENSION_WAKE, ("woke", { unsafe $0.woke != nil }))
    savedState = table(
      CHILDPLUGIN_EXTENSION_STATE, ("save", { unsafe $0.save != nil }),
      ("restore", { unsafe $0.restore != nil }))
    keyHelp = table(
      CHILDPLUGIN_EXTENSION_KEY_HELP, ("count", { unsafe $0.count != nil }),
      ("item", { unsafe $0.item != nil }))
    accessibility = table(CHILDPLUGIN_EXTENSION_ACCESSIBILITY, ("text", { unsafe $0.text != nil }))
    theme = table(CHILDPLUGIN_EXTENSION_THEME, ("changed", { unsafe $0.changed != nil }))
    situation = table(CHILDPLUGIN_EXTENSION_SITUATION, ("changed", { unsafe $0.changed != nil }))
    selection = table(CHILDPLUGIN_EXTENSION_SELECTION, ("changed", { unsafe $0.changed != nil }))
    view = table(CHILDPLUGIN_EXTENSION_VIEW, ("changed", { unsafe $0.changed != nil }))
    focus = table(CHILDPLUGIN_EXTENSION_FOCUS, ("changed", { unsafe $0.changed != nil }))
    messages = table(CHILDPLUGIN_EXTENSION_MESSAGES, ("received", { unsafe $0.received != nil }))
    run = table(CHILDPLUGIN_EXTENSION_RUN, ("ended", { unsafe $0.ended != nil }))
  }
}
