package import HostSystem

/// An ELF file to read from: an open file, or its whole contents in memory.
package enum ElfSource {
  case file(OpenFile)
  /// A whole file.
  case bytes([UInt8])

  /// Reads up to `count` bytes; fewer at the end of the file.
  func read(at offset: UInt64, count: Int) -> ElfBytes {
    switch self {
    case .file(let file): return ElfBytes(file, at: offset, count: count)
    case .bytes(let bytes):
      guard offset < UInt64(bytes.count) else { return ElfBytes([]) }
      return ElfBytes(Array(bytes[Int(offset)...].prefix(count)))
    }
  }
}

/// A range of bytes read from an ELF file, with bounds-checked access to the structs and strings in it.
struct ElfBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ file: OpenFile, at offset: UInt64, count: Int) {
    bytes = file.descriptor.bytes(at: offset, count: count)
  }

  var count: Int { bytes.count }

  func starts(with prefix: some Sequence<UInt8>) -> Bool { bytes.starts(with: prefix) }

  /// A struct of `<elf.h>`; nil when it does not lie inside.
  ///
  /// Such structs are plain numbers with the same layout as in the file, on every machine that the host runs on.
  func load<Record>(_ type: Record.Type, at offset: Int = 0) -> Record? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Record>.size else { return nil }
    return unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: offset, as: type)
    }
  }

  /// All structs from the start, one after the other.
  func table<Record>(of type: Record.Type) -> [Record] {
    stride(from: 0, to: bytes.count, by: MemoryLayout<Record>.stride).compactMap {
      load(type, at: $0)
    }
  }

  /// The text from an offset to its NUL; nil without one.
  func string(at offset: UInt64) -> String? {
    guard offset < UInt64(bytes.count), let end = bytes[Int(offset)...].firstIndex(of: 0) else {
      return nil
    }
    return String(decoding: bytes[Int(offset)..<end], as: UTF8.self)
  }
}
