internal import ChildPluginAPI
internal import HostSurface

/// Validates the arguments that a child passes to host functions.
extension ChildHostContext {
  /// The bytes of a text; empty, which is reported, when it has a length but no bytes.
  @inline(__always)
  func bytes(of text: childplugin_text_t, _ function: HostFunction) -> UnsafeRawBufferPointer {
    let bytes = unsafe ForeignMemory.bytes(text)
    if unsafe UInt64(bytes.count) != text.length { report(.malformedText(function)) }
    kind.callee.telling { unsafe $0.received(bytes, in: function.description) }
    return unsafe bytes
  }

  /// A text, with invalid UTF-8 replaced.
  func string(_ text: childplugin_text_t, _ function: HostFunction) -> String {
    unsafe String(decoding: bytes(of: text, function), as: UTF8.self)
  }

  /// A buffer for a text; empty, which is reported, when it has a capacity but no address.
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

  /// A buffer for values; empty, which is reported, when it has a capacity but no address.
  func room<Value: BitwiseCopyable>(
    for values: UnsafeMutablePointer<Value>?, _ capacity: UInt64, atMost limit: Int,
    _ function: HostFunction
  ) -> UnsafeMutableBufferPointer<Value> {
    if unsafe values == nil, capacity > 0 { report(.nullArgument(function)) }
    return unsafe UnsafeMutableBufferPointer(
      start: values, count: values == nil ? 0 : min(limit, Int(clamping: capacity)))
  }

  /// Converts a style for a layer; the zero style when there is none or it is too small.
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

  /// Copies a struct up to its size; nil if smaller than in ABI 1.0; a wrong size is reported.
  @inline(__always)
  func given<Struct: SizedStruct & BitwiseCopyable>(
    _ address: UnsafePointer<Struct>, _ function: HostFunction
  ) -> Struct? {
    let raw = unsafe UnsafeRawPointer(address)
    guard isWhole(unsafe ForeignMemory.size(at: raw), Struct.self, function) else { return nil }
    return unsafe ForeignMemory.copySized(Struct.self, at: raw)
  }

  /// Fills a struct up to its size.
  ///
  /// False, and reported, if NULL or smaller than in ABI 1.0; too large a size is also reported.
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

  /// Whether a struct is at least as large as in ABI 1.0; a wrong size is reported.
  @inline(__always)
  private func isWhole<Struct: SizedStruct & BitwiseCopyable>(
    _ size: UInt32, _ type: Struct.Type, _ function: HostFunction
  ) -> Bool {
    let sizes = Struct.sizes
    if !sizes.allows(size, inMinor: kind.minor) { report(.structSize(function)) }
    return size >= sizes.inFirst
  }
}
