/// Reads a struct of the ABI that another version may have made: the fields within the size that it
/// states are copied over `blank`, the others, also one that is cut, stay as they are there.
func sizedCopy<Table>(of pointer: UnsafePointer<Table>, over blank: Table) -> Table {
  var copy = blank
  unsafe withUnsafeMutableBytes(of: &copy) { bytes in
    unsafe bytes.copyMemory(from: knownBytes(of: pointer))
  }
  return copy
}

/// Writes a struct of the ABI back into one that another version may have made: only the fields
/// within the size that it states, and not that size.
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
