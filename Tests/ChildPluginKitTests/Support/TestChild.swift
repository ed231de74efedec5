import ChildPluginAPI
import Testing

/// A child made through its plugin's table, and driven through the C functions as the host does.
@safe final class TestChild {
  let host: FakeHost
  let table: UnsafePointer<childplugin_child_t>

  init(_ plugin: UnsafePointer<childplugin_plugin_t>, id: String, host: FakeHost) throws {
    self.host = host
    let made = unsafe withText(id) { id in unsafe plugin.pointee.create(host.pointer, id) }
    unsafe table = try unsafe #require(unsafe made)
  }

  deinit { unsafe table.pointee.destroy(table) }

  func appear(animated: Bool = false) {
    unsafe table.pointee.will_appear?(table, animated)
    unsafe table.pointee.did_appear?(table, animated)
  }

  func disappear() {
    unsafe table.pointee.will_disappear?(table, false)
    unsafe table.pointee.did_disappear?(table, false)
  }

  func canvas(_ columns: Int, _ rows: Int) -> FakeCanvas {
    let canvas = FakeCanvas(columns: columns, rows: rows)
    unsafe canvas.draw(table, timeNanoseconds: host.now)
    return canvas
  }

  func screen(_ columns: Int, _ rows: Int) -> [String] { canvas(columns, rows).screen }

  /// The screen after keys.
  func screen(_ columns: Int, _ rows: Int, after keys: String) throws -> [String] {
    try type(keys)
    return screen(columns, rows)
  }

  func timing(appearing: Bool) -> childplugin_timing_t {
    var timing = childplugin_timing_t(
      size: UInt32(MemoryLayout<childplugin_timing_t>.size), curve: 3, effect: 1, reserved: 0,
      delay_nanoseconds: 0, duration_nanoseconds: 350_000_000)
    unsafe table.pointee.timing?(table, appearing, &timing)
    return timing
  }

  func getExtension(_ id: String) -> UnsafeRawPointer? {
    unsafe withText(id) { id in unsafe table.pointee.get_extension?(table, id) }
  }

  private func known<Table>(_ id: String, _ type: Table.Type) throws -> Table {
    let raw = try unsafe #require(unsafe getExtension(id))
    return unsafe raw.assumingMemoryBound(to: type).pointee
  }

  private func input() throws -> childplugin_input_t {
    try known(CHILDPLUGIN_EXTENSION_INPUT, childplugin_input_t.self)
  }

  @discardableResult
  func key(_ code: UInt32, modifiers: UInt32 = 0) throws -> Bool {
    let input = try input()
    let typed = Unicode.Scalar(code).map { String(Character($0)) } ?? ""
    return unsafe withText(typed) { text in
      var key = unsafe childplugin_key_t(
        size: UInt32(MemoryLayout<childplugin_key_t>.size), code: code, modifiers: modifiers,
        reserved: 0, text: text)
      return unsafe input.key(table, &key)
    }
  }

  private static let namedKeys: [Unicode.Scalar: UInt32] = [
    "⏎": CHILDPLUGIN_KEY_ENTER, "⇥": CHILDPLUGIN_KEY_TAB, "⌫": CHILDPLUGIN_KEY_BACKSPACE,
    "⎋": CHILDPLUGIN_KEY_ESCAPE, "↑": CHILDPLUGIN_KEY_UP, "↓": CHILDPLUGIN_KEY_DOWN,
    "←": CHILDPLUGIN_KEY_LEFT, "→": CHILDPLUGIN_KEY_RIGHT, "⇱": CHILDPLUGIN_KEY_HOME,
    "⇲": CHILDPLUGIN_KEY_END, "⇞": CHILDPLUGIN_KEY_PAGE_UP, "⇟": CHILDPLUGIN_KEY_PAGE_DOWN,
  ]

  /// Types characters and named keys, one key each; returns whether all were used.
  @discardableResult
  func type(_ text: String) throws -> Bool {
    var all = true
    for scalar in text.unicodeScalars {
      let used = try key(Self.namedKeys[scalar] ?? scalar.value)
      all = all && used
    }
    return all
  }

  /// Types a letter with Control; returns whether it was used.
  @discardableResult
  func control(_ letter: Unicode.Scalar) throws -> Bool {
    try key(letter.value, modifiers: CHILDPLUGIN_MODIFIER_CONTROL)
  }

  /// The text of the row that a list has selected, after keys.
  func selected(after keys: String = "") throws -> String {
    try type(keys)
    let text = try accessibilityText()
    return text.split(separator: ": ", maxSplits: 1).last.map { String($0) } ?? ""
  }

  @discardableResult
  func mouse(
    _ kind: UInt32, button: UInt32 = 0, _ column: Int, _ row: Int, wheel: Int = 0, sideways: Int = 0
  ) throws -> Bool {
    let input = try input()
    var mouse = childplugin_mouse_t(
      size: UInt32(MemoryLayout<childplugin_mouse_t>.size), kind: kind, button: button,
      modifiers: 0, column: Int32(column), row: Int32(row), wheel: Int32(wheel), reserved: 0,
      wheel_columns: Int32(sideways))
    return unsafe input.mouse(table, &mouse)
  }

  func paste(_ text: String) throws -> Bool {
    let input = try input()
    return unsafe withText(text) { unsafe input.paste(table, $0) }
  }

  func contentChanged() throws {
    unsafe try known(CHILDPLUGIN_EXTENSION_CONTENT, childplugin_content_observer_t.self)
      .changed(table)
  }

  func viewChanged() throws {
    unsafe try known(CHILDPLUGIN_EXTENSION_VIEW, childplugin_view_observer_t.self).changed(table)
  }

  func woke() throws {
    unsafe try known(CHILDPLUGIN_EXTENSION_WAKE, childplugin_wake_t.self).woke(table)
  }

  func save() throws -> [UInt8] {
    let state = try known(CHILDPLUGIN_EXTENSION_STATE, childplugin_saved_state_t.self)
    return unsafe filled { unsafe state.save(table, $0, $1) }
  }

  func restore(_ bytes: [UInt8]) throws -> Bool {
    let state = try known(CHILDPLUGIN_EXTENSION_STATE, childplugin_saved_state_t.self)
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe state.restore(
        table, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
    }
  }

  func accessibilityText() throws -> String {
    let telling = try known(
      CHILDPLUGIN_EXTENSION_ACCESSIBILITY, childplugin_accessibility_t.self)
    return unsafe String(
      decoding: filled { unsafe telling.text(table, $0, $1) }, as: UTF8.self)
  }

  func keyHelp() throws -> [String] {
    let help = try known(CHILDPLUGIN_EXTENSION_KEY_HELP, childplugin_key_help_t.self)
    let count = unsafe help.count(table)
    return (0..<count).map { index in
      var item = unsafe childplugin_key_help_item_t()
      unsafe item.size = UInt32(MemoryLayout<childplugin_key_help_item_t>.size)
      let isThere = unsafe help.item(table, index, &item)
      return unsafe isThere ? item.key.fakeString + " " + item.action.fakeString : "none"
    }
  }

  /// Asks for the length first, then for the bytes.
  private func filled(_ fill: (UnsafeMutablePointer<CChar>?, UInt64) -> UInt64) -> [UInt8] {
    let length = fill(nil, 0)
    var bytes = [CChar](repeating: 0, count: Int(length))
    let again = unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe fill($0.baseAddress, UInt64($0.count))
    }
    return again == length ? bytes.map { UInt8(bitPattern: $0) } : []
  }
}

/// The bundled list on screen, drawn once in the given size.
func list(
  _ content: FakeContent?, on host: FakeHost = FakeHost(), columns: Int = 20, rows: Int = 5
) throws -> TestChild {
  host.content = content
  let child = try BundledPlugin.list.child("org.statehost.list", on: host)
  child.appear()
  _ = child.screen(columns, rows)
  return child
}

/// The bundled list on screen, not drawn yet.
func undrawnList(_ rows: [String], options: [String: String] = [:]) throws -> TestChild {
  let host = FakeHost()
  host.options = options
  host.content = FakeContent(rows)
  let child = try BundledPlugin.list.child("org.statehost.list", on: host)
  child.appear()
  return child
}

/// Hands a string over as text of the ABI.
func withText<Result>(_ string: String, _ body: (childplugin_text_t) -> Result) -> Result {
  var string = string
  return string.withUTF8 { bytes in
    unsafe body(
      childplugin_text_t(
        bytes: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
        length: UInt64(bytes.count)))
  }
}
