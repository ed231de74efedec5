internal import Glibc

/// The names in a shared library's file: what it exports, and what it needs from elsewhere.
///
/// Read from its section headers, without loading it.
struct LibrarySymbols: Equatable {
  private(set) var exported: [String] = []
  /// What must be defined elsewhere, or it cannot be loaded.
  private(set) var needed: [String] = []
  /// Libraries that it needs, by the names that it has for them.
  private(set) var libraries: [String] = []
  /// Where it looks for them, directories with colons between; empty when it does not say.
  private(set) var runPath = ""

  /// Reads a whole file; nil when that is no 64-bit little-endian ELF file with section headers.
  init?(_ bytes: [UInt8]) {
    let file = LibraryBytes(bytes)
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    let table: UInt64 = file.number(at: 40)
    let count = UInt64(file.number(at: 60, as: UInt16.self))
    let sections = (0..<count).compactMap { Section(file, at: table &+ 64 * $0) }
    guard !sections.isEmpty else { return nil }
    for section in sections where Int(section.link) < sections.count {
      let strings = sections[Int(section.link)]
      switch section.type {
      case Section.symbols: readSymbols(section, strings, in: file)
      case Section.dynamic: readLibraries(section, strings, in: file)
      default: break
      }
    }
    exported.sort()
    needed.sort()
  }

  /// STV_INTERNAL and STV_HIDDEN.
  private static let hidden: ClosedRange<UInt8> = 1...2

  private mutating func readSymbols(_ table: Section, _ strings: Section, in file: LibraryBytes) {
    let weak: UInt8 = 2
    for index in 1..<max(1, table.length / 24) {
      let place = table.offset &+ 24 * index
      let name = file.string(
        at: strings.offset &+ UInt64(file.number(at: place, as: UInt32.self)))
      let info: UInt8 = file.number(at: place &+ 4)
      guard let name, !name.isEmpty, info >> 4 != 0 else { continue }
      if file.number(at: place &+ 6, as: UInt16.self) != 0 {
        let visibility = file.number(at: place &+ 5, as: UInt8.self) & 3
        if !Self.hidden.contains(visibility) { exported.append(name) }
      } else if info >> 4 != weak {
        needed.append(name)
      }
    }
  }

  private mutating func readLibraries(
    _ table: Section, _ strings: Section, in file: LibraryBytes
  ) {
    for index in 0..<table.length / 16 {
      let place = table.offset &+ 16 * index
      let text = strings.offset &+ file.number(at: place &+ 8, as: UInt64.self)
      switch file.number(at: place, as: Int64.self) {
      case 0: return
      case 1: libraries += file.string(at: text).map { [$0] } ?? []
      case 15, 29: runPath = file.string(at: text) ?? runPath
      default: break
      }
    }
  }

  /// One section header (`Elf64_Shdr`).
  private struct Section {
    /// SHT_DYNAMIC.
    static let dynamic: UInt32 = 6
    /// SHT_DYNSYM.
    static let symbols: UInt32 = 11

    let type: UInt32
    let offset: UInt64
    let length: UInt64
    let link: UInt32

    init?(_ file: LibraryBytes, at place: UInt64) {
      guard file.holds(place, count: 64) else { return nil }
      type = file.number(at: place &+ 4)
      offset = file.number(at: place &+ 24)
      let length: UInt64 = file.number(at: place &+ 32)
      self.length = file.holds(offset, count: length) ? length : 0
      link = file.number(at: place &+ 40)
    }
  }
}

/// A file's bytes; nothing outside them is ever read: it counts as zero.
private struct LibraryBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func holds(_ offset: UInt64, count: UInt64) -> Bool {
    offset <= UInt64(bytes.count) && count <= UInt64(bytes.count) - offset
  }

  func number<Number: FixedWidthInteger>(at offset: UInt64, as type: Number.Type = Number.self)
    -> Number
  {
    let width = Number.bitWidth / 8
    guard holds(offset, count: UInt64(width)) else { return 0 }
    var number: Number = 0
    for index in (Int(offset)..<Int(offset) + width).reversed() {
      number = (width == 1 ? 0 : number << 8) | Number(truncatingIfNeeded: bytes[index])
    }
    return number
  }

  /// The text from an offset to its NUL; nil without one.
  func string(at offset: UInt64) -> String? {
    guard offset < UInt64(bytes.count), let end = bytes[Int(offset)...].firstIndex(of: 0) else {
      return nil
    }
    return String(decoding: bytes[Int(offset)..<end], as: UTF8.self)
  }
}
