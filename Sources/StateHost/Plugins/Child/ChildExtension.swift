package import ChildPluginAPI

/// The id of an optional feature that a plugin's child can implement, such as key input, key help or saved state.
package struct ChildExtension: Sendable {
  /// `CHILDPLUGIN_EXTENSION_…`.
  package let id: String

  private init(_ id: String) { self.id = id }

  static let layout = ChildExtension(CHILDPLUGIN_EXTENSION_LAYOUT)
  static let transition = ChildExtension(CHILDPLUGIN_EXTENSION_TRANSITION)
  static let input = ChildExtension(CHILDPLUGIN_EXTENSION_INPUT)
  static let content = ChildExtension(CHILDPLUGIN_EXTENSION_CONTENT)
  static let wake = ChildExtension(CHILDPLUGIN_EXTENSION_WAKE)
  static let savedState = ChildExtension(CHILDPLUGIN_EXTENSION_STATE)
  static let keyHelp = ChildExtension(CHILDPLUGIN_EXTENSION_KEY_HELP)
  static let accessibility = ChildExtension(CHILDPLUGIN_EXTENSION_ACCESSIBILITY)
  static let theme = ChildExtension(CHILDPLUGIN_EXTENSION_THEME)
  static let situation = ChildExtension(CHILDPLUGIN_EXTENSION_SITUATION)
  static let selection = ChildExtension(CHILDPLUGIN_EXTENSION_SELECTION)
  static let view = ChildExtension(CHILDPLUGIN_EXTENSION_VIEW)
  static let focus = ChildExtension(CHILDPLUGIN_EXTENSION_FOCUS)
  static let messages = ChildExtension(CHILDPLUGIN_EXTENSION_MESSAGES)
  static let run = ChildExtension(CHILDPLUGIN_EXTENSION_RUN)

  /// In the order of the header.
  package static let all = [
    layout, transition, input, content, wake, savedState, keyHelp, accessibility, theme,
    situation, selection, view, focus, messages, run,
  ]
}

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

  /// No extensions.
  init() {}

  /// Asks a child for all extensions.
  ///
  /// An extension that lacks a required function is left out.
  ///
  /// - Parameters:
  ///   - find: the child's `get_extension`.
  ///   - minor: the minor ABI version that the plugin was built for.
  ///   - tell: called with each fault in a table.
  init(
    finding find: (String) -> UnsafeRawPointer?, minor: UInt16,
    telling tell: (ChildFault.Kind) -> Void
  ) {
    func table<Table: SizedStruct & BitwiseCopyable>(
      _ sought: ChildExtension, missing: (Table) -> String? = { _ in nil }
    ) -> Table? {
      guard let address = unsafe find(sought.id) else { return nil }
      let size = unsafe ForeignMemory.size(at: address)
      guard Table.sizes.allows(size, inMinor: minor) else {
        tell(.tableSize(extension: sought.id, size))
        return nil
      }
      let table = unsafe ForeignMemory.copy(Table.self, at: address, size: size)
      if let function = missing(table) {
        tell(.functionMissing(extension: sought.id, function: function))
        return nil
      }
      ids.append(sought.id)
      return table
    }
    layout = table(.layout)
    transition = table(.transition)
    input = table(.input)
    content = table(.content) { unsafe $0.changed == nil ? "changed" : nil }
    wake = table(.wake) { unsafe $0.woke == nil ? "woke" : nil }
    savedState = table(.savedState) {
      unsafe $0.save == nil ? "save" : $0.restore == nil ? "restore" : nil
    }
    keyHelp = table(.keyHelp) { unsafe $0.count == nil ? "count" : $0.item == nil ? "item" : nil }
    accessibility = table(.accessibility) { unsafe $0.text == nil ? "text" : nil }
    theme = table(.theme) { unsafe $0.changed == nil ? "changed" : nil }
    situation = table(.situation) { unsafe $0.changed == nil ? "changed" : nil }
    selection = table(.selection) { unsafe $0.changed == nil ? "changed" : nil }
    view = table(.view) { unsafe $0.changed == nil ? "changed" : nil }
    focus = table(.focus) { unsafe $0.changed == nil ? "changed" : nil }
    messages = table(.messages) { unsafe $0.received == nil ? "received" : nil }
    run = table(.run) { unsafe $0.ended == nil ? "ended" : nil }
  }
}
