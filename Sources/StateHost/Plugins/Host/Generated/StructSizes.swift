// Made from childplugin.h by `make generate`: do not edit.
internal import ChildPluginAPI

extension childplugin_style_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16, (minor: 1, bytes: 28)) }
}
extension childplugin_content_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(80, (minor: 1, bytes: 112)) }
}
extension childplugin_column_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_row_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(24) }
}
extension childplugin_terminal_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(24) }
}
extension childplugin_filter_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(32) }
}
extension childplugin_sort_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_view_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(56, (minor: 1, bytes: 64)) }
}
extension childplugin_program_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(40) }
}
extension childplugin_child_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(80) }
}
extension childplugin_layout_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(24) }
}
extension childplugin_transition_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(32) }
}
extension childplugin_input_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(40) }
}
extension childplugin_content_observer_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_wake_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_saved_state_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(24) }
}
extension childplugin_key_help_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(24) }
}
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
extension childplugin_messages_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_run_observer_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(16) }
}
extension childplugin_place_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(32, (minor: 1, bytes: 48)) }
}
extension childplugin_default_key_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(56) }
}
extension childplugin_option_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(88) }
}
extension childplugin_descriptor_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(104, (minor: 1, bytes: 152)) }
}
extension childplugin_plugin_t: SizedStruct {
  static var sizes: StructSizes { StructSizes(48, (minor: 1, bytes: 72)) }
}
