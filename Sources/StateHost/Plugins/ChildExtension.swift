package import ChildPluginAPI

/// An extension of a child, as the header has it: the one place that says so in this program.
package struct ChildExtension: Sendable {
  /// `CHILDPLUGIN_EXTENSION_…`.
  package let id: String
  /// The functions without which a child is treated as if it did not have the extension.
  let required: [(function: String, offset: Int)]

  private init<Table: SizedStruct & BitwiseCopyable>(
    _ id: String, _ table: Table.Type, requires: KeyValuePairs<String, PartialKeyPath<Table>> = [:]
  ) {
    self.id = id
    required = requires.map { function, field in
      guard let offset = MemoryLayout<Table>.offset(of: field) else {
        preconditionFailure("\(id) has no field \(function)")
      }
      return (function, offset)
    }
  }

  static let layout = ChildExtension(CHILDPLUGIN_EXTENSION_LAYOUT, childplugin_layout_t.self)
  static let transition = ChildExtension(
    CHILDPLUGIN_EXTENSION_TRANSITION, childplugin_transition_t.self)
  static let input = ChildExtension(CHILDPLUGIN_EXTENSION_INPUT, childplugin_input_t.self)
  static let content = ChildExtension(
    CHILDPLUGIN_EXTENSION_CONTENT, childplugin_content_observer_t.self,
    requires: unsafe ["changed": \.changed])
  static let wake = ChildExtension(
    CHILDPLUGIN_EXTENSION_WAKE, childplugin_wake_t.self, requires: unsafe ["woke": \.woke])
  static let savedState = ChildExtension(
    CHILDPLUGIN_EXTENSION_STATE, childplugin_saved_state_t.self,
    requires: unsafe ["save": \.save, "restore": \.restore])
  static let keyHelp = ChildExtension(
    CHILDPLUGIN_EXTENSION_KEY_HELP, childplugin_key_help_t.self,
    requires: unsafe ["count": \.count, "item": \.item])
  static let accessibility = ChildExtension(
    CHILDPLUGIN_EXTENSION_ACCESSIBILITY, childplugin_accessibility_t.self,
    requires: unsafe ["text": \.text])
  static let theme = ChildExtension(
    CHILDPLUGIN_EXTENSION_THEME, childplugin_theme_observer_t.self,
    requires: unsafe ["changed": \.changed])

  /// In the order of the header.
  package static let all = [
    layout, transition, input, content, wake, savedState, keyHelp, accessibility, theme,
  ]
}

/// The extension tables of a child, as far as it has them and they are whole.
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

  /// The ids of those that are there, in the order of the header.
  package private(set) var ids: [String] = []

  /// None.
  init() {}

  /// Asks a child for all of them.
  ///
  /// - Parameters:
  ///   - find: the child's `get_extension`.
  ///   - minor: of the ABI, that the plugin was built with.
  ///   - tell: is told what is wrong with a table.
  init(
    finding find: (String) -> UnsafeRawPointer?, minor: UInt16,
    telling tell: (ChildFault.Kind) -> Void
  ) {
    func table<Table: SizedStruct & BitwiseCopyable>(_ sought: ChildExtension) -> Table? {
      guard let address = unsafe find(sought.id) else { return nil }
      guard let table = unsafe ForeignMemory.copySized(Table.self, at: address) else {
        tell(.tableSize(extension: sought.id))
        return nil
      }
      if !Table.sizes.allows(unsafe ForeignMemory.size(at: address), inMinor: minor) {
        tell(.tableTooLarge("the table of \(sought.id)"))
      }
      let missing = unsafe withUnsafeBytes(of: table) { bytes in
        sought.required.first { unsafe bytes.load(fromByteOffset: $0.offset, as: UInt.self) == 0 }
      }
      if let missing {
        tell(.functionMissing(extension: sought.id, function: missing.function))
        return nil
      }
      ids.append(sought.id)
      return table
    }
    layout = table(.layout)
    transition = table(.transition)
    input = table(.input)
    content = table(.content)
    wake = table(.wake)
    savedState = table(.savedState)
    keyHelp = table(.keyHelp)
    accessibility = table(.accessibility)
    theme = table(.theme)
  }
}
