// Made from childplugin.h by `make generate`: do not edit.
package import ChildPluginAPI

/// The C function tables of the optional features that a plugin's child implements, as copied
/// by the process that loaded the plugin; each nil if missing, incomplete or of a wrong size.
package struct ChildExtensions {
  package private(set) var layout: childplugin_layout_t?
  package private(set) var transition: childplugin_transition_t?
  package private(set) var input: childplugin_input_t?
  package private(set) var content: childplugin_content_observer_t?
  package private(set) var wake: childplugin_wake_t?
  package private(set) var state: childplugin_saved_state_t?
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
  package internal(set) var ids: [String] = []

  /// All ids that this version of the ABI has, in the order of the header.
  package static let allIDs = [
    CHILDPLUGIN_EXTENSION_LAYOUT,
    CHILDPLUGIN_EXTENSION_TRANSITION,
    CHILDPLUGIN_EXTENSION_INPUT,
    CHILDPLUGIN_EXTENSION_CONTENT,
    CHILDPLUGIN_EXTENSION_WAKE,
    CHILDPLUGIN_EXTENSION_STATE,
    CHILDPLUGIN_EXTENSION_KEY_HELP,
    CHILDPLUGIN_EXTENSION_ACCESSIBILITY,
    CHILDPLUGIN_EXTENSION_THEME,
    CHILDPLUGIN_EXTENSION_SITUATION,
    CHILDPLUGIN_EXTENSION_SELECTION,
    CHILDPLUGIN_EXTENSION_VIEW,
    CHILDPLUGIN_EXTENSION_FOCUS,
    CHILDPLUGIN_EXTENSION_MESSAGES,
    CHILDPLUGIN_EXTENSION_RUN,
  ]

  /// No extensions.
  init() {}

  /// Calls a child's `get_extension` for each extension, reporting omitted tables; see `table`.
  init(
    finding find: (String) -> UnsafeRawPointer?, minor: UInt16,
    telling tell: (ChildFault.Kind) -> Void
  ) {
    layout = unsafe table(CHILDPLUGIN_EXTENSION_LAYOUT, find, minor, tell)
    transition = unsafe table(CHILDPLUGIN_EXTENSION_TRANSITION, find, minor, tell)
    input = unsafe table(CHILDPLUGIN_EXTENSION_INPUT, find, minor, tell)
    content = unsafe table(
      CHILDPLUGIN_EXTENSION_CONTENT, find, minor, tell, ("changed", { unsafe $0.changed != nil }))
    wake = unsafe table(
      CHILDPLUGIN_EXTENSION_WAKE, find, minor, tell, ("woke", { unsafe $0.woke != nil }))
    state = unsafe table(
      CHILDPLUGIN_EXTENSION_STATE, find, minor, tell, ("save", { unsafe $0.save != nil }),
      ("restore", { unsafe $0.restore != nil }))
    keyHelp = unsafe table(
      CHILDPLUGIN_EXTENSION_KEY_HELP, find, minor, tell, ("count", { unsafe $0.count != nil }),
      ("item", { unsafe $0.item != nil }))
    accessibility = unsafe table(
      CHILDPLUGIN_EXTENSION_ACCESSIBILITY, find, minor, tell, ("text", { unsafe $0.text != nil }))
    theme = unsafe table(
      CHILDPLUGIN_EXTENSION_THEME, find, minor, tell, ("changed", { unsafe $0.changed != nil }))
    situation = unsafe table(
      CHILDPLUGIN_EXTENSION_SITUATION, find, minor, tell, ("changed", { unsafe $0.changed != nil }))
    selection = unsafe table(
      CHILDPLUGIN_EXTENSION_SELECTION, find, minor, tell, ("changed", { unsafe $0.changed != nil }))
    view = unsafe table(
      CHILDPLUGIN_EXTENSION_VIEW, find, minor, tell, ("changed", { unsafe $0.changed != nil }))
    focus = unsafe table(
      CHILDPLUGIN_EXTENSION_FOCUS, find, minor, tell, ("changed", { unsafe $0.changed != nil }))
    messages = unsafe table(
      CHILDPLUGIN_EXTENSION_MESSAGES, find, minor, tell, ("received", { unsafe $0.received != nil })
    )
    run = unsafe table(
      CHILDPLUGIN_EXTENSION_RUN, find, minor, tell, ("ended", { unsafe $0.ended != nil }))
  }
}
