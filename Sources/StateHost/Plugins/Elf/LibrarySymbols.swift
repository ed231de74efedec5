internal import CHostSystem
internal import Glibc
internal import HostSystem

/// The symbols that a shared library exports and needs, its libraries and run path, read without
/// loading it: for `statehost inspect`, and for the check that a plugin exports only its entry.
package struct LibrarySymbols: Equatable {
  package private(set) var exported: [String] = []
  /// Exported symbols that are neither weak nor unique, unlike C++ templates and inline functions.
  package private(set) var exportedStrongly: [String] = []
  /// The symbols that must be defined elsewhere for it to be loaded.
  package private(set) var needed: [String] = []
  package private(set) var libraries: [String] = []
  /// The run path, directories separated by colons; empty for none.
  package private(set) var runPath = ""

  package static let linkerNames = ["_init", "_fini", "_edata", "_end", "__bss_start", "_start"]

  /// Reads the file at a path; nil when it cannot be read, or as below.
  package init?(fileAt path: String) {
    guard let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK) else {
      return nil
    }
    self.init(.file(OpenFile(file)))
  }

  /// - Returns: nil unless it is a 64-bit ELF file in this byte order with sections.
  package init?(_ source: ElfSource) {
    guard let image = ElfImage(source) else { return nil }
    let sections = image.sections
    guard !sections.isEmpty else { return nil }
    for section in sections where Int(section.sh_link) < sections.count {
      let strings = { image.contents(of: sections[Int(section.sh_link)]) }
      switch Int32(bitPattern: section.sh_type) {
      case SHT_DYNSYM: readSymbols(image.contents(of: section), strings())
      case SHT_DYNAMIC: readLibraries(image.contents(of: section), strings())
      default: break
      }
    }
    exported.sort()
    exportedStrongly.sort()
    needed.sort()
  }

  private mutating func readSymbols(_ table: ElfBytes, _ strings: ElfBytes) {
    for symbol in table.table(of: Elf64_Sym.self) {
      // ELF64_ST_BIND and ELF64_ST_VISIBILITY, which are macros.
      let binding = Int32(symbol.st_info >> 4)
      let visibility = Int32(symbol.st_other & 3)
      guard binding != STB_LOCAL, let name = strings.string(at: UInt64(symbol.st_name)),
        !name.isEmpty
      else { continue }
      if Int32(symbol.st_shndx) == SHN_UNDEF {
        if binding != STB_WEAK { needed.append(name) }
      } else if visibility == STV_DEFAULT || visibility == STV_PROTECTED {
        exported.append(name)
        if binding == STB_GLOBAL { exportedStrongly.append(name) }
      }
    }
  }

  private mutating func readLibraries(_ table: ElfBytes, _ strings: ElfBytes) {
    let dynamic = ElfDynamicTable(table)
    libraries = dynamic.needed.compactMap { strings.string(at: $0) }
    runPath = dynamic.runPath.flatMap { strings.string(at: $0) } ?? ""
  }
}
