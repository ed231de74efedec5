internal import CHostSystem
internal import Glibc
internal import HostPlugins

/// What a library exports, read from its file (`.dynsym`).
enum ExportedSymbols {
  /// Names that linkers add by themselves.
  static let linkerNames = ["_init", "_fini", "_edata", "_end", "__bss_start", "_start"]

  /// The defined global symbols.
  ///
  /// Weak and unique ones do not count: they are the templates and inline functions of C++.
  static func names(of path: String) -> [String] {
    let descriptor = unsafe host_file_open(AT_FDCWD, path)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let header = ElfBytes(descriptor, at: 0, count: 64)
    let count = Int(header.number(at: 60, as: UInt16.self))
    let sections = ElfBytes(descriptor, at: header.number(at: 40), count: count * 64)
    var names: [String] = []
    for index in 0..<count where sections.number(at: index * 64 + 4, as: UInt32.self) == 11 {
      let strings = Int(sections.number(at: index * 64 + 40, as: UInt32.self))
      names += read(table(descriptor, sections, index), table(descriptor, sections, strings))
    }
    return names
  }

  private static func table(_ descriptor: CInt, _ sections: ElfBytes, _ index: Int) -> ElfBytes {
    let size: UInt64 = sections.number(at: index * 64 + 32)
    return ElfBytes(
      descriptor, at: sections.number(at: index * 64 + 24), count: Int(min(size, 16 << 20)))
  }

  private static func read(_ symbols: ElfBytes, _ strings: ElfBytes) -> [String] {
    stride(from: 24, to: symbols.count - 23, by: 24).compactMap { offset in
      let binding = symbols.number(at: offset + 4, as: UInt8.self) >> 4
      let visibility = symbols.number(at: offset + 5, as: UInt8.self) & 3
      let section: UInt16 = symbols.number(at: offset + 6)
      guard section != 0, binding == 1, visibility == 0 || visibility == 3 else { return nil }
      return strings.string(at: UInt64(symbols.number(at: offset, as: UInt32.self)))
    }
  }
}
