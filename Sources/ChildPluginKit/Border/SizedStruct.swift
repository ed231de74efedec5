/// Reads a struct of the ABI that another version may have made: the fields within the size that it
/// states are copied over `blank`, the others stay as they are there.
func sizedCopy<Table>(of pointer: UnsafePointer<Table>, over blank: Table) -> Table {
  var copy = blank
  unsafe withUnsafeMutableBytes(of: &copy) { bytes in
    unsafe bytes.copyMemory(from: knownBytes(of: UnsafeRawPointer(pointer), atMost: bytes.count))
  }
  return copy
}

/// Writes a struct of the ABI back into one that another version may have made: only the fields
/// within the size that it states, and not that size.
func sizedWrite<Table>(_ value: Table, to pointer: UnsafeMutablePointer<Table>) {
  unsafe withUnsafeBytes(of: value) { bytes in
    let known = unsafe knownBytes(of: UnsafeRawPointer(pointer), atMost: bytes.count).count
    let start = MemoryLayout<UInt32>.size
    guard known > start else { return }
    unsafe UnsafeMutableRawPointer(pointer).advanced(by: start).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: bytes[start..<known]).baseAddress
        ?? UnsafeRawPointer(pointer),
      byteCount: known - start)
  }
}

private func knownBytes(of pointer: UnsafeRawPointer, atMost limit: Int) -> UnsafeRawBufferPointer {
  let size = unsafe Int(pointer.load(as: UInt32.self))
  return unsafe UnsafeRawBufferPointer(start: pointer, count: min(size, limit))
}
