internal import ChildPluginAPI
package import HostSurface
package import HostSystem
internal import StateContainer

// MARK: - Colours and styles

extension ThemeRole {
  /// The role of `CHILDPLUGIN_ROLE_…`; nil for an unknown number.
  init?(foreign number: UInt32) {
    guard number > 0, let raw = UInt8(exactly: number - 1) else { return nil }
    self.init(rawValue: raw)
  }
}

extension Colour {
  /// Converts a plugin's colour; an unknown one counts as `none`.
  init(foreign number: UInt32, none: Colour) {
    let value = number & 0xFF_FFFF
    switch number >> 24 {
    case 1: self = .rgb(value)
    case 2: self = .default
    case 3: self = ThemeRole(foreign: value).map { .role($0) } ?? none
    case 4: self = UInt8(exactly: value).map(Colour.indexed) ?? none
    default: self = none
    }
  }

  /// The colour in the ABI: a true colour, or the default.
  var foreign: UInt32 { kind == .rgb ? 0x0100_0000 | value : CHILDPLUGIN_COLOUR_DEFAULT }
}

extension Style {
  /// Converts a plugin's style; unknown attributes are ignored.
  init(foreign style: childplugin_style_t) {
    self.init(
      foreground: Colour(foreign: style.foreground, none: .default),
      background: Colour(foreign: style.background, none: .transparent),
      attributes: TextAttributes(rawValue: UInt8(truncatingIfNeeded: style.attributes & 0x7F)))
  }
}

// MARK: - Insets, timing and docks

extension CellInsets {
  /// The largest inset of a side: more is reported as a mistake, less is cut to the surface.
  private static let sideLimit: Int32 = 4096

  /// Converts the insets of a child, cut to the surface; invalid values are replaced and reported.
  init(
    _ insets: childplugin_insets_t, columns: Int, rows: Int, telling tell: (ChildFault.Kind) -> Void
  ) {
    func side(_ cells: Int32, _ field: ChildFault.Field, room: Int) -> Int {
      if !(0...Self.sideLimit ~= cells) { tell(.outOfRange(field)) }
      return min(max(0, Int(cells)), max(0, room))
    }
    let top = side(insets.top, .insetTop, room: rows)
    let right = side(insets.right, .insetRight, room: columns)
    let bottom = side(insets.bottom, .insetBottom, room: rows - top)
    let left = side(insets.left, .insetLeft, room: columns - right)
    self.init(top: top, right: right, bottom: bottom, left: left)
  }
}

extension TransitionTiming {
  private static let curves = ABINumberMap([
    (CHILDPLUGIN_CURVE_LINEAR, TransitionCurve.linear), (CHILDPLUGIN_CURVE_EASE_IN, .easeIn),
    (CHILDPLUGIN_CURVE_EASE_OUT, .easeOut), (CHILDPLUGIN_CURVE_EASE_IN_OUT, .easeInOut),
  ])
  private static let effects = ABINumberMap([
    (CHILDPLUGIN_EFFECT_NONE, TransitionEffect.still), (CHILDPLUGIN_EFFECT_FADE, .fade),
    (CHILDPLUGIN_EFFECT_SLIDE_UP, .slideUp), (CHILDPLUGIN_EFFECT_SLIDE_DOWN, .slideDown),
    (CHILDPLUGIN_EFFECT_SLIDE_LEFT, .slideLeft), (CHILDPLUGIN_EFFECT_SLIDE_RIGHT, .slideRight),
  ])

  /// The struct with the defaults, which a child may change.
  var foreign: childplugin_timing_t {
    childplugin_timing_t(
      size: UInt32(MemoryLayout<childplugin_timing_t>.size), curve: CHILDPLUGIN_CURVE_EASE_IN_OUT,
      effect: CHILDPLUGIN_EFFECT_FADE, reserved: 0, delay_nanoseconds: delayNanoseconds,
      duration_nanoseconds: durationNanoseconds)
  }

  /// Converts the timing of a child; invalid values are replaced and reported.
  init(_ timing: childplugin_timing_t, telling tell: (ChildFault.Kind) -> Void) {
    let curve = Self.curves[timing.curve]
    if curve == nil { tell(.unknownValue(.curve)) }
    let effect = Self.effects[timing.effect]
    if effect == nil { tell(.unknownValue(.effect)) }
    let allowed = 0...Self.longestNanoseconds
    if !allowed.contains(timing.delay_nanoseconds) { tell(.outOfRange(.delay)) }
    if !allowed.contains(timing.duration_nanoseconds) { tell(.outOfRange(.duration)) }
    self.init(
      delayNanoseconds: timing.delay_nanoseconds,
      durationNanoseconds: timing.duration_nanoseconds, curve: curve ?? .easeInOut,
      effect: effect ?? .fade)
  }
}

extension Dock {
  /// Converts `CHILDPLUGIN_EDGE_…`, `CHILDPLUGIN_UNIT_…`, an extent in that unit, and a minimum in
  /// cells; nil for no edge, or when they are out of range.
  init?(edge: UInt32, unit: UInt32, extent: UInt32, minimum: UInt32) {
    guard let edge = Edge(rawValue: edge) else { return nil }
    switch unit {
    case CHILDPLUGIN_UNIT_CELLS: self.init(edge, .cells(Int(extent)), minimum: Int(minimum))
    case CHILDPLUGIN_UNIT_PERCENT: self.init(edge, .percent(Int(extent)), minimum: Int(minimum))
    default: return nil
    }
  }

  package var numbers: (edge: UInt32, unit: UInt32, extent: UInt32, minimum: UInt32) {
    switch extent {
    case .cells(let cells):
      (edge.rawValue, CHILDPLUGIN_UNIT_CELLS, UInt32(cells), UInt32(minimum))
    case .percent(let percent):
      (edge.rawValue, CHILDPLUGIN_UNIT_PERCENT, UInt32(percent), UInt32(minimum))
    }
  }

  package static func write(_ dock: Dock?, to writer: inout ByteWriter) {
    let numbers = dock?.numbers ?? (edge: 0, unit: 0, extent: 0, minimum: 0)
    for number in [numbers.edge, numbers.unit, numbers.extent, numbers.minimum] {
      writer.append(number)
    }
  }

  /// Decodes what `write` wrote; the bytes are not trusted.
  package static func read(from reader: inout ByteReader) throws(ByteReader.Malformed) -> Dock? {
    let (edge, unit) = (try reader.uint32(), try reader.uint32())
    let (extent, minimum) = (try reader.uint32(), try reader.uint32())
    if edge == 0, unit == 0, extent == 0, minimum == 0 { return nil }
    guard let dock = Dock(edge: edge, unit: unit, extent: extent, minimum: minimum) else {
      throw .init()
    }
    return dock
  }
}
