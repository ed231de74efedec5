import ChildPluginAPI

/// Every struct of the header as Swift sees it.
let swiftStructs: [SwiftStruct] = [
  unsafe SwiftStruct(
    "childplugin_text_t", childplugin_text_t.self, [("bytes", \.bytes), ("length", \.length)]),
  SwiftStruct(
    "childplugin_style_t", childplugin_style_t.self,
    [
      ("size", \.size), ("attributes", \.attributes), ("foreground", \.foreground),
      ("background", \.background), ("underline", \.underline),
      ("underline_colour", \.underline_colour), ("link", \.link),
    ]),
  unsafe SwiftStruct(
    "childplugin_canvas_t", childplugin_canvas_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("handle", \.handle), ("columns", \.columns),
      ("rows", \.rows), ("time_nanoseconds", \.time_nanoseconds), ("text", \.text),
      ("fill", \.fill), ("cursor", \.cursor), ("link", \.link), ("dim", \.dim),
    ]),
  SwiftStruct(
    "childplugin_timing_t", childplugin_timing_t.self,
    [
      ("size", \.size), ("curve", \.curve), ("effect", \.effect), ("reserved", \.reserved),
      ("delay_nanoseconds", \.delay_nanoseconds), ("duration_nanoseconds", \.duration_nanoseconds),
    ]),
  SwiftStruct(
    "childplugin_content_t", childplugin_content_t.self,
    [
      ("size", \.size), ("flags", \.flags), ("revision", \.revision), ("generation", \.generation),
      ("rows", \.rows), ("bytes", \.bytes), ("columns", \.columns), ("error_kind", \.error_kind),
      ("exit_status", \.exit_status), ("error_signal", \.error_signal), ("fraction", \.fraction),
      ("began_nanoseconds", \.began_nanoseconds), ("elapsed_nanoseconds", \.elapsed_nanoseconds),
      ("loaded_nanoseconds", \.loaded_nanoseconds), ("failed_nanoseconds", \.failed_nanoseconds),
      ("every_nanoseconds", \.every_nanoseconds), ("failures", \.failures),
    ]),
  SwiftStruct(
    "childplugin_column_t", childplugin_column_t.self,
    [("size", \.size), ("alignment", \.alignment), ("width", \.width), ("reserved", \.reserved)]),
  SwiftStruct(
    "childplugin_row_t", childplugin_row_t.self,
    [("size", \.size), ("flags", \.flags), ("length", \.length), ("full_length", \.full_length)]),
  SwiftStruct(
    "childplugin_terminal_t", childplugin_terminal_t.self,
    [
      ("size", \.size), ("flags", \.flags), ("columns", \.columns), ("rows", \.rows),
      ("colours", \.colours), ("reserved", \.reserved),
    ]),
  unsafe SwiftStruct(
    "childplugin_host_t", childplugin_host_t.self,
    [
      ("size", \.size), ("abi_major", \.abi_major), ("abi_minor", \.abi_minor),
      ("handle", \.handle), ("name", \.name), ("version", \.version), ("log", \.log),
      ("wake", \.wake), ("now", \.now), ("invalidate", \.invalidate), ("wake_after", \.wake_after),
      ("request_state", \.request_state), ("perform", \.perform), ("content", \.content),
      ("content_text", \.content_text), ("content_column", \.content_column),
      ("content_row", \.content_row), ("content_cell", \.content_cell),
      ("text_columns", \.text_columns), ("terminal", \.terminal), ("theme_colour", \.theme_colour),
      ("option", \.option), ("get_extension", \.get_extension),
    ]),
  unsafe SwiftStruct(
    "childplugin_host_situation_t", childplugin_host_situation_t.self,
    [("size", \.size), ("reserved", \.reserved), ("flags", \.flags), ("state", \.state)]),
  unsafe SwiftStruct(
    "childplugin_host_selection_t", childplugin_host_selection_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("row", \.row), ("set_row", \.set_row),
      ("marked_count", \.marked_count), ("is_marked", \.is_marked),
      ("marked_rows", \.marked_rows), ("mark", \.mark), ("anchor", \.anchor),
      ("gone_count", \.gone_count), ("notice", \.notice),
    ]),
  unsafe SwiftStruct(
    "childplugin_filter_t", childplugin_filter_t.self,
    [
      ("size", \.size), ("kind", \.kind), ("letter_case", \.letter_case), ("column", \.column),
      ("text", \.text),
    ]),
  SwiftStruct(
    "childplugin_sort_t", childplugin_sort_t.self,
    [("size", \.size), ("key", \.key), ("column", \.column), ("flags", \.flags)]),
  SwiftStruct(
    "childplugin_view_t", childplugin_view_t.self,
    [
      ("size", \.size), ("flags", \.flags), ("revision", \.revision), ("rows", \.rows),
      ("looked_rows", \.looked_rows), ("all_rows", \.all_rows), ("finds", \.finds),
      ("found_row", \.found_row), ("cells", \.cells), ("reserved", \.reserved),
    ]),
  SwiftStruct(
    "childplugin_range_t", childplugin_range_t.self, [("start", \.start), ("end", \.end)]),
  unsafe SwiftStruct(
    "childplugin_host_view_t", childplugin_host_view_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("info", \.info), ("rows", \.rows),
      ("place", \.place), ("matches", \.matches), ("filter", \.filter), ("sort", \.sort),
      ("problem", \.problem), ("show", \.show), ("find", \.find), ("cells", \.cells),
    ]),
  unsafe SwiftStruct(
    "childplugin_host_focus_t", childplugin_host_focus_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("ask", \.ask), ("in_front", \.in_front),
      ("count", \.count), ("take_text", \.take_text),
    ]),
  unsafe SwiftStruct(
    "childplugin_host_options_t", childplugin_host_options_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("flag", \.flag), ("integer", \.integer),
      ("number", \.number), ("duration", \.duration),
    ]),
  unsafe SwiftStruct(
    "childplugin_host_text_t", childplugin_host_text_t.self,
    [("size", \.size), ("reserved", \.reserved), ("fit", \.fit)]),
  unsafe SwiftStruct(
    "childplugin_host_actions_t", childplugin_host_actions_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("accept_text", \.accept_text),
      ("accept_rows", \.accept_rows), ("clipboard", \.clipboard), ("title", \.title),
      ("bell", \.bell),
    ]),
  unsafe SwiftStruct(
    "childplugin_program_t", childplugin_program_t.self,
    [
      ("size", \.size), ("flags", \.flags), ("words", \.words), ("word_count", \.word_count),
      ("reserved", \.reserved), ("input", \.input),
    ]),
  unsafe SwiftStruct(
    "childplugin_host_run_t", childplugin_host_run_t.self,
    [("size", \.size), ("reserved", \.reserved), ("run", \.run), ("cancel", \.cancel)]),
  unsafe SwiftStruct(
    "childplugin_host_place_t", childplugin_host_place_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("claim", \.claim), ("refresh", \.refresh),
    ]),
  unsafe SwiftStruct(
    "childplugin_host_messages_t", childplugin_host_messages_t.self,
    [("size", \.size), ("reserved", \.reserved), ("send", \.send)]),
  unsafe SwiftStruct(
    "childplugin_child_t", childplugin_child_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("data", \.data), ("destroy", \.destroy),
      ("will_appear", \.will_appear), ("did_appear", \.did_appear),
      ("will_disappear", \.will_disappear), ("did_disappear", \.did_disappear),
      ("timing", \.timing), ("draw", \.draw), ("get_extension", \.get_extension),
    ]),
  SwiftStruct(
    "childplugin_insets_t", childplugin_insets_t.self,
    [
      ("size", \.size), ("top", \.top), ("right", \.right), ("bottom", \.bottom), ("left", \.left),
      ("reserved", \.reserved),
    ]),
  unsafe SwiftStruct(
    "childplugin_layout_t", childplugin_layout_t.self,
    [("size", \.size), ("reserved", \.reserved), ("insets", \.insets), ("resized", \.resized)]),
  unsafe SwiftStruct(
    "childplugin_transition_t", childplugin_transition_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("will_begin", \.will_begin),
      ("progress", \.progress), ("did_end", \.did_end),
    ]),
  unsafe SwiftStruct(
    "childplugin_key_t", childplugin_key_t.self,
    [
      ("size", \.size), ("code", \.code), ("modifiers", \.modifiers), ("reserved", \.reserved),
      ("text", \.text),
    ]),
  SwiftStruct(
    "childplugin_mouse_t", childplugin_mouse_t.self,
    [
      ("size", \.size), ("kind", \.kind), ("button", \.button), ("modifiers", \.modifiers),
      ("column", \.column), ("row", \.row), ("wheel", \.wheel), ("reserved", \.reserved),
      ("wheel_columns", \.wheel_columns),
    ]),
  unsafe SwiftStruct(
    "childplugin_input_t", childplugin_input_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("key", \.key), ("mouse", \.mouse),
      ("paste", \.paste), ("focus", \.focus),
    ]),
  unsafe SwiftStruct(
    "childplugin_content_observer_t", childplugin_content_observer_t.self,
    [("size", \.size), ("reserved", \.reserved), ("changed", \.changed)]),
  unsafe SwiftStruct(
    "childplugin_wake_t", childplugin_wake_t.self,
    [("size", \.size), ("reserved", \.reserved), ("woke", \.woke)]),
  unsafe SwiftStruct(
    "childplugin_saved_state_t", childplugin_saved_state_t.self,
    [("size", \.size), ("reserved", \.reserved), ("save", \.save), ("restore", \.restore)]),
  unsafe SwiftStruct(
    "childplugin_key_help_item_t", childplugin_key_help_item_t.self,
    [("size", \.size), ("reserved", \.reserved), ("key", \.key), ("action", \.action)]),
  unsafe SwiftStruct(
    "childplugin_key_help_t", childplugin_key_help_t.self,
    [("size", \.size), ("reserved", \.reserved), ("count", \.count), ("item", \.item)]),
  unsafe SwiftStruct(
    "childplugin_accessibility_t", childplugin_accessibility_t.self,
    [("size", \.size), ("reserved", \.reserved), ("text", \.text)]),
  unsafe SwiftStruct(
    "childplugin_theme_observer_t", childplugin_theme_observer_t.self,
    [("size", \.size), ("reserved", \.reserved), ("changed", \.changed)]),
  unsafe SwiftStruct(
    "childplugin_situation_observer_t", childplugin_situation_observer_t.self,
    [("size", \.size), ("reserved", \.reserved), ("changed", \.changed)]),
  unsafe SwiftStruct(
    "childplugin_selection_observer_t", childplugin_selection_observer_t.self,
    [("size", \.size), ("reserved", \.reserved), ("changed", \.changed)]),
  unsafe SwiftStruct(
    "childplugin_view_observer_t", childplugin_view_observer_t.self,
    [("size", \.size), ("reserved", \.reserved), ("changed", \.changed)]),
  unsafe SwiftStruct(
    "childplugin_focus_observer_t", childplugin_focus_observer_t.self,
    [("size", \.size), ("reserved", \.reserved), ("changed", \.changed)]),
  unsafe SwiftStruct(
    "childplugin_messages_t", childplugin_messages_t.self,
    [("size", \.size), ("reserved", \.reserved), ("received", \.received)]),
  unsafe SwiftStruct(
    "childplugin_program_end_t", childplugin_program_end_t.self,
    [
      ("size", \.size), ("kind", \.kind), ("number", \.number), ("status", \.status),
      ("flags", \.flags), ("output", \.output), ("errors", \.errors),
    ]),
  unsafe SwiftStruct(
    "childplugin_run_observer_t", childplugin_run_observer_t.self,
    [("size", \.size), ("reserved", \.reserved), ("ended", \.ended)]),
  unsafe SwiftStruct(
    "childplugin_place_t", childplugin_place_t.self,
    [
      ("size", \.size), ("place", \.place), ("flags", \.flags), ("reserved", \.reserved),
      ("state", \.state), ("edge", \.edge), ("unit", \.unit), ("extent", \.extent),
      ("minimum", \.minimum),
    ]),
  unsafe SwiftStruct(
    "childplugin_default_key_t", childplugin_default_key_t.self,
    [
      ("size", \.size), ("reserved", \.reserved), ("key", \.key), ("state", \.state),
      ("label", \.label),
    ]),
  unsafe SwiftStruct(
    "childplugin_option_t", childplugin_option_t.self,
    [
      ("size", \.size), ("kind", \.kind), ("name", \.name), ("fallback", \.fallback),
      ("help", \.help), ("choices", \.choices), ("choice_count", \.choice_count),
      ("flags", \.flags), ("minimum", \.minimum), ("maximum", \.maximum),
    ]),
  unsafe SwiftStruct(
    "childplugin_descriptor_t", childplugin_descriptor_t.self,
    [
      ("size", \.size), ("flags", \.flags), ("id", \.id), ("name", \.name), ("vendor", \.vendor),
      ("version", \.version), ("description", \.description), ("places", \.places),
      ("place_count", \.place_count), ("reserved", \.reserved), ("needs", \.needs),
      ("need_count", \.need_count), ("reserved_needs", \.reserved_needs),
      ("keys", \.keys), ("key_count", \.key_count), ("reserved_keys", \.reserved_keys),
      ("options", \.options), ("option_count", \.option_count),
      ("reserved_options", \.reserved_options),
    ]),
  unsafe SwiftStruct(
    "childplugin_reading_t", childplugin_reading_t.self,
    [
      ("size", \.size), ("abi_major", \.abi_major), ("abi_minor", \.abi_minor),
      ("handle", \.handle), ("name", \.name), ("version", \.version), ("argument", \.argument),
      ("columns", \.columns), ("row", \.row), ("bytes", \.bytes), ("progress", \.progress),
      ("fail", \.fail), ("log", \.log), ("option", \.option), ("flag", \.flag),
      ("integer", \.integer), ("number", \.number), ("duration", \.duration),
    ]),
  unsafe SwiftStruct(
    "childplugin_plugin_t", childplugin_plugin_t.self,
    [
      ("size", \.size), ("abi_major", \.abi_major), ("abi_minor", \.abi_minor), ("init", \.`init`),
      ("deinit", \.`deinit`), ("descriptor_count", \.descriptor_count),
      ("descriptor", \.descriptor), ("create", \.create), ("read", \.read),
      ("init_with_host", \.init_with_host), ("get_extension", \.get_extension),
    ]),
]
