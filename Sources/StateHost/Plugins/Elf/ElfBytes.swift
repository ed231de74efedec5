package import HostSystem

/// Where an ELF file is read from.
package enum ElfSource {
  case file(OpenFile)
  /// A whole file.
  case bytes([UInt8])

  /// Reads up to `count` bytes; fewer where the file ends.
  func read(at offset: UInt64, count: Int) -> ElfBytes {
    switch self {
    case .file(let file): return ElfBytes(file, at: offset, count: count)
    case .bytes(let bytes):
      guard offset < UInt64(bytes.count) else { return ElfBytes([]) }
      return ElfBytes(Array(bytes[Int(offset)...].prefix(count)))
    }
  }
}

/// A part of a file, read at once; nothing outside it is ever read.
struct ElfBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ file: OpenFile, at offset: UInt64, count: Int) {
    bytes = file.descriptor.bytes(at: offset, count: count)
  }

  var count: Int { bytes.count }

  func starts(with prefix: some Sequence<UInt8>) -> Bool { bytes.starts(with: prefix) }

  /// A struct of `<elf.h>`, which is numbers alone and whose bytes are those of the file on every
  /// machine that the host runs on; nil where it does not lie inside.
  func load<Record>(_ type: Record.Type, at offset: Int = 0) -> Record? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Record>.size else { return nil }
    return unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: offset, as: type)
    }
  }

  /// All structs that stand one after the other from the start.
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
