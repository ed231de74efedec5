internal import CHostSystem

/// A part of a file, read at once.
///
/// Nothing outside it is ever read: it counts as zero.
package struct ElfBytes {
  private var bytes: [UInt8]

  /// Reads up to `count` bytes; fewer where the file ends.
  package init(_ descriptor: Int32, at offset: UInt64, count: Int) {
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      filled = unsafe max(0, Int(host_file_read(descriptor, start, UInt64(count), offset)))
    }
  }

  package var count: Int { bytes.count }

  func starts(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }

  func byte(at offset: Int) -> UInt8 { bytes.indices.contains(offset) ? bytes[offset] : 0 }

  /// A little-endian number, as on every machine that the host runs on.
  package func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type = Number.self)
    -> Number
  {
    let width = Number.bitWidth / 8
    guard offset >= 0, offset <= bytes.count - width else { return 0 }
    var number: Number = 0
    for index in (offset..<offset + width).reversed() {
      number = number << 8 | Number(truncatingIfNeeded: bytes[index])
    }
    return number
  }

  /// The text from an offset to its NUL; nil without one.
  package func string(at offset: UInt64) -> String? {
    guard offset < UInt64(bytes.count), let end = bytes[Int(offset)...].firstIndex(of: 0) else {
      return nil
    }
    return String(decoding: bytes[Int(offset)..<end], as: UTF8.self)
  }
}

/// A run of bytes in a file, its end without overflow.
struct ElfRange {
  let offset: UInt64
  let length: UInt64

  var end: UInt64 {
    let (end, isOver) = offset.addingReportingOverflow(length)
    return isOver ? .max : end
  }
}

/// A table in a file.
struct ElfTable {
  let offset: UInt64
  let count: Int
  let entrySize: Int

  var end: UInt64 {
    count == 0 ? 0 : ElfRange(offset: offset, length: UInt64(count * entrySize)).end
  }
}

/// The header of a 64-bit ELF file (`Elf64_Ehdr`).
struct ElfHeader {
  static let size = 64

  let type: UInt16
  let segmentTable: ElfTable
  let sectionTable: ElfTable

  init(_ bytes: ElfBytes) {
    type = bytes.number(at: 16)
    segmentTable = ElfTable(
      offset: bytes.number(at: 32), count: Int(bytes.number(at: 56, as: UInt16.self)), entrySize: 56
    )
    sectionTable = ElfTable(
      offset: bytes.number(at: 40), count: Int(bytes.number(at: 60, as: UInt16.self)),
      entrySize: Int(bytes.number(at: 58, as: UInt16.self)))
  }

  var kind: ElfFile.Kind {
    switch type {
    case 1: .objectFile
    case 2: .executable
    case 3: .sharedObject
    case 4: .core
    default: .other(type)
    }
  }
}

/// One program header (`Elf64_Phdr`).
struct ElfSegment {
  private let type: UInt32
  let range: ElfRange
  let address: UInt64

  init?(_ bytes: ElfBytes, at offset: Int) {
    guard offset >= 0, offset <= bytes.count - 56 else { return nil }
    type = bytes.number(at: offset)
    range = ElfRange(offset: bytes.number(at: offset + 8), length: bytes.number(at: offset + 32))
    address = bytes.number(at: offset + 16)
  }

  /// PT_LOAD.
  var isLoaded: Bool { type == 1 }
  /// PT_DYNAMIC.
  var isDynamic: Bool { type == 2 }

  func holds(_ address: UInt64) -> Bool {
    address >= self.address && address - self.address < range.length
  }
}

/// What the loader is told (`Elf64_Dyn`), as far as it decides how a plugin is loaded.
struct ElfDynamicTable {
  private(set) var needed: [UInt64] = []
  private(set) var runPath: UInt64?
  private(set) var stringAddress: UInt64?
  private(set) var stringBytes: UInt64 = 0
  /// DF_1_PIE: a program that looks like a shared object.
  private(set) var isExecutable = false

  init(_ bytes: ElfBytes) {
    for offset in stride(from: 0, to: bytes.count - 15, by: 16) {
      let value: UInt64 = bytes.number(at: offset + 8)
      switch bytes.number(at: offset, as: Int64.self) {
      case 0: return
      case 1: needed.append(value)
      case 5: stringAddress = value
      case 10: stringBytes = value
      case 15: runPath = runPath ?? value
      case 29: runPath = value
      case 0x6FFF_FFFB: isExecutable = value & 0x0800_0000 != 0
      default: break
      }
    }
  }
}
