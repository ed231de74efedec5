internal import ChildPluginAPI

/// The extension tables of a child, as far as it has them and they are whole.
struct ChildExtensions {
  private(set) var layout: childplugin_layout_t?
  private(set) var transition: childplugin_transition_t?
  private(set) var input: childplugin_input_t?
  private(set) var content: childplugin_content_observer_t?
  private(set) var wake: childplugin_wake_t?
  private(set) var savedState: childplugin_saved_state_t?
  private(set) var keyHelp: childplugin_key_help_t?
  private(set) var accessibility: childplugin_accessibility_t?
  private(set) var theme: childplugin_theme_observer_t?

  /// None.
  init() {}

  /// Asks a child for all of them.
  ///
  /// - Parameters:
  ///   - find: the child's `get_extension`.
  ///   - tell: is told what is wrong with a table; the child is without that extension then.
  init(
    finding find: (childplugin_text_t) -> UnsafeRawPointer?,
    telling tell: (ChildFault.Kind) -> Void
  ) {
    func table<Table: BitwiseCopyable>(_ id: StaticString, _ type: Table.Type) -> Table? {
      let text = unsafe childplugin_text_t(
        bytes: UnsafeRawPointer(id.utf8Start).assumingMemoryBound(to: CChar.self),
        length: UInt64(id.utf8CodeUnitCount))
      guard let address = unsafe find(text) else { return nil }
      let copy = unsafe ForeignMemory.copySized(type, at: address)
      if copy == nil { tell(.tableSize(extension: id.description)) }
      return copy
    }
    func isMissing(_ id: StaticString, _ functions: KeyValuePairs<String, Bool>) -> Bool {
      let missing = functions.first { !$0.value }
      if let missing {
        tell(.functionMissing(extension: id.description, function: missing.key))
      }
      return missing != nil
    }
    layout = table("childplugin.layout/1", childplugin_layout_t.self)
    transition = table("childplugin.transition/1", childplugin_transition_t.self)
    input = table("childplugin.input/1", childplugin_input_t.self)
    content = table("childplugin.content/1", childplugin_content_observer_t.self)
    wake = table("childplugin.wake/1", childplugin_wake_t.self)
    savedState = table("childplugin.state/1", childplugin_saved_state_t.self)
    keyHelp = table("childplugin.key-help/1", childplugin_key_help_t.self)
    accessibility = table("childplugin.accessibility/1", childplugin_accessibility_t.self)
    theme = table("childplugin.theme/1", childplugin_theme_observer_t.self)

    if let table = content,
      unsafe isMissing("childplugin.content/1", ["changed": table.changed != nil])
    {
      content = nil
    }
    if let table = wake, unsafe isMissing("childplugin.wake/1", ["woke": table.woke != nil]) {
      wake = nil
    }
    if let table = savedState,
      unsafe isMissing(
        "childplugin.state/1", ["save": table.save != nil, "restore": table.restore != nil])
    {
      savedState = nil
    }
    if let table = keyHelp,
      unsafe isMissing(
        "childplugin.key-help/1", ["count": table.count != nil, "item": table.item != nil])
    {
      keyHelp = nil
    }
    if let table = accessibility,
      unsafe isMissing("childplugin.accessibility/1", ["text": table.text != nil])
    {
      accessibility = nil
    }
    if let table = theme, unsafe isMissing("childplugin.theme/1", ["changed": table.changed != nil])
    {
      theme = nil
    }
  }
}
