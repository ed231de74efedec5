internal import ChildPluginAPI

/// A struct of the header that begins with its size.
protocol SizedStruct {
  static var sizes: StructSizes { get }
}

/// How many bytes a struct has in each minor of the ABI.
struct StructSizes {
  let inFirst: UInt32
  /// The minor in which it grew, and how large it has been since.
  private let grown: (minor: UInt16, bytes: UInt32)?

  @inline(__always)
  init(_ inFirst: UInt32, _ grown: (minor: UInt16, bytes: UInt32)? = nil) {
    self.inFirst = inFirst
    self.grown = grown
  }

  /// Its size in a minor; nil for one that this host does not know.
  @inline(__always)
  func bytes(inMinor minor: UInt16) -> UInt32? {
    guard minor <= CHILDPLUGIN_ABI_MINOR else { return nil }
    guard let grown, grown.minor <= minor else { return inFirst }
    return grown.bytes
  }

  /// Whether a plugin of a minor can have a struct of that size: no smaller than the first, and no larger than
  /// it is in a minor that this host knows.
  @inline(__always)
  func allows(_ size: UInt32, inMinor minor: UInt16) -> Bool {
    size >= inFirst && size <= bytes(inMinor: minor) ?? ForeignMemory.structBytesLimit
  }
}

// What a child hands over in its calls.
extension childplugin_style_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16, (minor: 1, bytes: 28)) }
}
extension childplugin_content_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(80, (minor: 1, bytes: 112)) }
}
extension childplugin_column_t: SizedStruct { static var sizes: StructSizes { StructSizes(16) } }
extension childplugin_row_t: SizedStruct { static var sizes: StructSizes { StructSizes(24) } }
extension childplugin_terminal_t: SizedStruct { static var sizes: StructSizes { StructSizes(24) } }
extension childplugin_filter_t: SizedStruct { static var sizes: StructSizes { StructSizes(32) } }
extension childplugin_sort_t: SizedStruct { static var sizes: StructSizes { StructSizes(16) } }
extension childplugin_view_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(56, (minor: 1, bytes: 64)) }
}
extension childplugin_program_t: SizedStruct { static var sizes: StructSizes { StructSizes(40) } }

// A plugin's tables.
extension childplugin_plugin_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(48, (minor: 1, bytes: 72)) }
}
extension childplugin_descriptor_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(104, (minor: 1, bytes: 152)) }
}
extension childplugin_default_key_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(56) }
}
extension childplugin_place_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(32, (minor: 1, bytes: 48)) }
}
extension childplugin_option_t: SizedStruct { static var sizes: StructSizes { StructSizes(88) } }
extension childplugin_child_t: SizedStruct { static var sizes: StructSizes { StructSizes(80) } }

// The tables of extensions.
extension childplugin_layout_t: SizedStruct { static var sizes: StructSizes { StructSizes(24) } }
extension childplugin_transition_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(32) }
}
extension childplugin_input_t: SizedStruct { static var sizes: StructSizes { StructSizes(40) } }
extension childplugin_content_observer_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_wake_t: SizedStruct { static var sizes: StructSizes { StructSizes(16) } }
extension childplugin_saved_state_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(24) }
}
extension childplugin_key_help_t: SizedStruct { static var sizes: StructSizes { StructSizes(24) } }
extension childplugin_accessibility_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_theme_observer_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_situation_observer_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_selection_observer_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_view_observer_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_focus_observer_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_messages_t: SizedStruct { static var sizes: StructSizes { StructSizes(16) } }
extension childplugin_run_observer_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
