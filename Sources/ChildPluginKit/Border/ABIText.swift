internal import ChildPluginAPI

extension childplugin_text_t {
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let start = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    unsafe self.init(bytes: start, length: UInt64(bytes.count))
  }

  /// The bytes; empty for a null pointer or an impossible length.
  var span: UnsafeRawBufferPointer {
    guard let bytes = unsafe bytes, let length = unsafe Int(exactly: length) else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeRawBufferPointer(start: bytes, count: length)
  }

  var string: String { unsafe String(decoding: span, as: UTF8.self) }

  /// Whether it has exactly the bytes of `string`.
  func equals(_ string: String) -> Bool { unsafe span.elementsEqual(string.utf8) }
}

/// Calls `body` with a text that is valid during the call.
func withABIText<Result>(_ string: String, _ body: (childplugin_text_t) -> Result) -> Result {
  var string = string
  return string.withUTF8 { unsafe body(childplugin_text_t($0)) }
}

/// Asks the host for the value of an option of some type; nil if it is not set or of another type.
func readOption<Value>(
  _ name: String, _ blank: Value,
  _ ask: (childplugin_text_t, UnsafeMutablePointer<Value>) -> Bool?
) -> Value? {
  var value = blank
  return unsafe withABIText(name) { unsafe ask($0, &value) ?? false } ? value : nil
}

/// Calls `body` with texts that are valid during the call.
func withABITexts<Result>(
  _ strings: [String], _ body: (UnsafePointer<childplugin_text_t>?, UInt32) -> Result
) -> Result {
  let all = Array(strings.joined().utf8)
  return unsafe all.withUnsafeBufferPointer { bytes in
    var start = 0
    var texts: [childplugin_text_t] = unsafe []
    for string in strings {
      let end = start + string.utf8.count
      unsafe texts.append(childplugin_text_t(UnsafeBufferPointer(rebasing: bytes[start..<end])))
      start = end
    }
    return unsafe texts.withUnsafeBufferPointer {
      unsafe body($0.baseAddress, UInt32(clamping: $0.count))
    }
  }
}

/// The key or the action of a key help item, as UTF-8 at a fixed address in the plugin's memory,
/// for the host to read after the plugin's function has returned; the kit frees it when the host
/// requests the next item.
@safe struct HeldText: ~Copyable {
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ string: String) {
    let utf8 = string.utf8
    unsafe bytes = .allocate(capacity: utf8.count)
    _ = unsafe bytes.initialize(fromContentsOf: utf8)
  }

  deinit { unsafe bytes.deallocate() }

  var text: childplugin_text_t { unsafe childplugin_text_t(UnsafeBufferPointer(bytes)) }
}

/// A text that is never deallocated.
func immortalText(_ string: String) -> childplugin_text_t {
  let utf8 = string.utf8
  let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: utf8.count)
  _ = unsafe bytes.initialize(fromContentsOf: utf8)
  return unsafe childplugin_text_t(UnsafeBufferPointer(bytes))
}

/// A struct that is never deallocated.
func immortal<Table>(_ table: Table) -> UnsafeMutablePointer<Table> {
  let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  unsafe pointer.initialize(to: table)
  return unsafe pointer
}

/// An array that is never deallocated.
func immortal<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
  let pointer = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
  unsafe pointer.initialize(from: elements, count: elements.count)
  return unsafe UnsafePointer(pointer)
}

// MARK: - Sized structs

/// The size of a struct of the ABI, for its first field.
func tableSize<Table>(_ type: Table.Type) -> UInt32 { UInt32(MemoryLayout<Table>.size) }

/// A struct of the ABI with its size in the first field.
func sized<Table>(_ blank: Table) -> Table {
  var table = blank
  unsafe withUnsafeMutableBytes(of: &table) {
    unsafe $0.storeBytes(of: tableSize(Table.self), as: UInt32.self)
  }
  return table
}

/// Reads an ABI struct of another version: the complete fields in its stated size; others are 0.
func sizedCopy<Table: BitwiseCopyable>(of pointer: UnsafePointer<Table>) -> Table {
  unsafe withUnsafeTemporaryAllocation(of: Table.self, capacity: 1) { room in
    let bytes = UnsafeMutableRawBufferPointer(room)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe bytes.copyMemory(from: knownBytes(of: pointer))
    return unsafe bytes.loadUnaligned(as: Table.self)
  }
}

/// Writes to a struct of the ABI from another version: only the fields within its stated size, and
/// not that size.
func sizedWrite<Table>(_ value: Table, to pointer: UnsafeMutablePointer<Table>) {
  unsafe withUnsafeBytes(of: value) { bytes in
    let known = unsafe knownBytes(of: pointer).count
    let start = MemoryLayout<UInt32>.size
    guard known > start else { return }
    unsafe UnsafeMutableRawPointer(pointer).advanced(by: start).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: bytes[start..<known]).baseAddress
        ?? UnsafeRawPointer(pointer),
      byteCount: known - start)
  }
}

private func knownBytes<Table>(of pointer: UnsafePointer<Table>) -> UnsafeRawBufferPointer {
  let start = unsafe UnsafeRawPointer(pointer)
  let size = unsafe min(Int(start.load(as: UInt32.self)), MemoryLayout<Table>.size)
  return unsafe UnsafeRawBufferPointer(
    start: start, count: size / MemoryLayout<Table>.alignment * MemoryLayout<Table>.alignment)
}
