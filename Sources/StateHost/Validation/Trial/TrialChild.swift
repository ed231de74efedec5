internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// A child under trial: what the host would call, each call recorded, in any order.
@safe final class TrialChild {
  let type: ChildType
  let host: TrialHost
  /// How it is lent what calls carry.
  var lending: Lending
  let address: UnsafePointer<childplugin_child_t>
  let table: childplugin_child_t
  private let plugin: TrialPlugin

  init(
    _ type: ChildType, of plugin: TrialPlugin, host: TrialHost, lending: Lending,
    at address: UnsafePointer<childplugin_child_t>, table: childplugin_child_t
  ) {
    self.type = type
    self.plugin = plugin
    self.host = host
    self.lending = lending
    unsafe self.address = address
    unsafe self.table = table
  }

  /// Makes a call into the child, with a note of it while it lasts.
  func calling<Result>(_ call: @autoclosure () -> String, _ body: () -> Result) -> Result {
    plugin.calling("\(call()) of \(type.id)", body)
  }

  /// The child's table as it is in the plugin's memory now.
  var tableBytes: [UInt8] {
    let start = unsafe UnsafeRawPointer(address)
    let size = min(unsafe ForeignMemory.size(at: start), 80)
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: Int(size)))
  }

  // MARK: Its life

  func willAppear(animated: Bool = false) {
    host.isOnScreen = true
    calling("will_appear(animated \(animated))") { unsafe table.will_appear?(address, animated) }
  }

  func didAppear(animated: Bool = false) {
    calling("did_appear(animated \(animated))") { unsafe table.did_appear?(address, animated) }
  }

  func willDisappear(animated: Bool = false) {
    calling("will_disappear(animated \(animated))") {
      unsafe table.will_disappear?(address, animated)
    }
  }

  func didDisappear(animated: Bool = false) {
    calling("did_disappear(animated \(animated))") {
      unsafe table.did_disappear?(address, animated)
    }
    host.isOnScreen = false
  }

  func destroy() {
    calling("destroy()") { unsafe table.destroy?(address) }
    host.isDestroyed = true
  }

  // MARK: Drawing

  /// Lets it draw on a canvas of a size; with cells where there is a pool for them.
  @discardableResult
  func draw(columns: Int32, rows: Int32, on pool: GraphemePool? = nil) -> Drawing {
    let drawing = Drawing(columns: columns, rows: rows, on: pool)
    var canvas = unsafe TrialCanvas.make(for: host, columns: columns, rows: rows)
    host.drawing = drawing
    calling("draw(columns \(columns), rows \(rows))") {
      unsafe lending.lend(&canvas) { unsafe table.draw?(address, $0) }
    }
    host.drawing = nil
    return drawing
  }

  /// Draws at the size that its host's surface has.
  @discardableResult
  func draw(on pool: GraphemePool? = nil) -> Drawing {
    draw(columns: host.columns, rows: host.rows, on: pool)
  }

  // MARK: Timing

  /// Asks for a timing; the host's defaults are in it.
  func timing(appearing: Bool) -> childplugin_timing_t {
    var timing = childplugin_timing_t(
      size: UInt32(MemoryLayout<childplugin_timing_t>.size), curve: CHILDPLUGIN_CURVE_EASE_IN_OUT,
      effect: CHILDPLUGIN_EFFECT_FADE, reserved: 0, delay_nanoseconds: 0,
      duration_nanoseconds: 350_000_000)
    calling("timing(appearing \(appearing))") {
      unsafe lending.lend(&timing) { unsafe table.timing?(address, appearing, $0) }
    }
    return timing
  }

  // MARK: Extensions

  /// Asks for an extension; the address of its table, nil for NULL.
  func extensionAddress(_ id: [UInt8], _ lending: Lending? = nil) -> UnsafeRawPointer? {
    unsafe calling("get_extension(\"\(String(decoding: id, as: UTF8.self))\")") {
      unsafe (lending ?? self.lending).lend(id) {
        unsafe table.get_extension?(address, ForeignMemory.borrowed($0))
      }
    }
  }

  /// An extension's table, as far as it reaches; nil without one.
  func extensionTable<Table: BitwiseCopyable>(_ id: String, as type: Table.Type) -> Table? {
    guard let address = unsafe extensionAddress(Array(id.utf8)) else { return nil }
    return unsafe ForeignMemory.copySized(type, at: address)
  }

  private(set) lazy var layout = extensionTable(
    CHILDPLUGIN_EXTENSION_LAYOUT, as: childplugin_layout_t.self)
  private(set) lazy var transition = extensionTable(
    CHILDPLUGIN_EXTENSION_TRANSITION, as: childplugin_transition_t.self)
  private(set) lazy var input = extensionTable(
    CHILDPLUGIN_EXTENSION_INPUT, as: childplugin_input_t.self)
  private(set) lazy var contentObserver = extensionTable(
    CHILDPLUGIN_EXTENSION_CONTENT, as: childplugin_content_observer_t.self)
  private(set) lazy var wake = extensionTable(
    CHILDPLUGIN_EXTENSION_WAKE, as: childplugin_wake_t.self)
  private(set) lazy var savedState = extensionTable(
    CHILDPLUGIN_EXTENSION_STATE, as: childplugin_saved_state_t.self)
  private(set) lazy var keyHelp = extensionTable(
    CHILDPLUGIN_EXTENSION_KEY_HELP, as: childplugin_key_help_t.self)
  private(set) lazy var accessibility = extensionTable(
    CHILDPLUGIN_EXTENSION_ACCESSIBILITY, as: childplugin_accessibility_t.self)
  private(set) lazy var themeObserver = extensionTable(
    CHILDPLUGIN_EXTENSION_THEME, as: childplugin_theme_observer_t.self)
}
