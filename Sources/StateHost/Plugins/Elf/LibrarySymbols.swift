internal import CHostSystem
internal import Glibc
internal import HostSystem

/// The names in a shared library's file: what it exports, and what it needs from elsewhere.
///
/// Read from its sections, without loading it.
package struct LibrarySymbols: Equatable {
  package private(set) var exported: [String] = []
  /// Of the exported ones, those that are neither weak nor unique, as the templates and inline
  /// functions of C++ are.
  package private(set) var exportedStrongly: [String] = []
  /// What must be defined elsewhere, or it cannot be loaded.
  package private(set) var needed: [String] = []
  /// Libraries that it needs, by the names that it has for them.
  package private(set) var libraries: [String] = []
  /// Where it looks for them, directories with colons between; empty when it does not say.
  package private(set) var runPath = ""

  /// Names that linkers export by themselves.
  package static let linkerNames = ["_init", "_fini", "_edata", "_end", "__bss_start", "_start"]

  /// Reads the file at a path; nil as below, and for what cannot be read.
  package init?(fileAt path: String) {
    guard let file = try? Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK) else {
      return nil
    }
    self.init(.file(OpenFile(file)))
  }

  /// - Returns: nil for what is no 64-bit ELF file of this byte order with sections.
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
