internal import ChildPluginAPI
internal import HostSurface

/// What a child hands over in its calls, checked.
extension HostSide {
  /// The bytes of a text; none, which is reported, where it has a length and no bytes.
  @inline(__always)
  func bytes(of text: childplugin_text_t, _ function: HostFunction) -> UnsafeRawBufferPointer {
    let bytes = unsafe ForeignMemory.bytes(text)
    if unsafe UInt64(bytes.count) != text.length { report(.malformedText(function)) }
    kind.callee.telling { unsafe $0.received(bytes, in: function.description) }
    return unsafe bytes
  }

  /// A text; what is not UTF-8 in it is replaced.
  func string(_ text: childplugin_text_t, _ function: HostFunction) -> String {
    unsafe String(decoding: bytes(of: text, function), as: UTF8.self)
  }

  /// Room for a text; none, which is reported, where it has a capacity and no place.
  @inline(__always)
  func room(
    _ start: UnsafeMutablePointer<CChar>?, _ capacity: UInt64, _ function: HostFunction
  ) -> UnsafeMutableRawBufferPointer {
    guard let start = unsafe start else {
      if capacity > 0 { report(.nullArgument(function)) }
      return unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: Int(clamping: capacity))
  }

  /// Room for values; none, which is reported, where it has a capacity and no place.
  func room<Value: BitwiseCopyable>(
    for values: UnsafeMutablePointer<Value>?, _ capacity: UInt64, atMost limit: Int,
    _ function: HostFunction
  ) -> UnsafeMutableBufferPointer<Value> {
    if unsafe values == nil, capacity > 0 { report(.nullArgument(function)) }
    return unsafe UnsafeMutableBufferPointer(
      start: values, count: values == nil ? 0 : min(limit, Int(clamping: capacity)))
  }

  /// A style for a layer; without one, or where it is too small, the zero style.
  @inline(__always)
  func style(
    _ address: UnsafePointer<childplugin_style_t>?, on layer: Layer, _ function: HostFunction
  ) -> Style {
    guard let address = unsafe address, let given = unsafe given(address, function) else {
      return Style(foreign: childplugin_style_t())
    }
    kind.callee.telling {
      $0.drew(.colours(foreground: given.foreground, background: given.background))
    }
    var style = Style(foreign: given)
    if given.underline | given.underline_colour | given.link != 0 {
      style.decoration = layer.intern(decoration(of: given, function))
    }
    return style
  }

  /// A struct, as far as it is there; nil where it is smaller than the first, and a wrong size is reported.
  @inline(__always)
  func given<Struct: SizedStruct & BitwiseCopyable>(
    _ address: UnsafePointer<Struct>, _ function: HostFunction
  ) -> Struct? {
    let raw = unsafe UnsafeRawPointer(address)
    guard isWhole(unsafe ForeignMemory.size(at: raw), Struct.self, function) else { return nil }
    return unsafe ForeignMemory.copySized(Struct.self, at: raw)
  }

  /// Fills a struct, as far as it reaches.
  ///
  /// False, which is reported, when there is none or it is smaller than the first; one that is too large is
  /// reported, too.
  func fill<Struct: SizedStruct & BitwiseCopyable>(
    _ target: UnsafeMutablePointer<Struct>?, with value: Struct, _ function: HostFunction
  ) -> Bool {
    guard let target = unsafe target else {
      report(.nullArgument(function))
      return false
    }
    let raw = UnsafeMutableRawPointer(target)
    guard isWhole(unsafe ForeignMemory.size(at: raw), Struct.self, function) else { return false }
    return unsafe ForeignMemory.fill(raw, with: value)
  }

  /// Whether a struct is as large as the first, or larger; a wrong size is reported.
  @inline(__always)
  private func isWhole<Struct: SizedStruct & BitwiseCopyable>(
    _ size: UInt32, _ type: Struct.Type, _ function: HostFunction
  ) -> Bool {
    let sizes = Struct.sizes
    if !sizes.allows(size, inMinor: kind.minor) { report(.structSize(function)) }
    return size >= sizes.inFirst
  }
}
