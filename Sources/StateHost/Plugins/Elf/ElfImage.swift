internal import CHostSystem

/// The header, program headers and sections of a 64-bit little-endian ELF file, read on access.
///
/// Parts that lie outside the file count as missing.
package struct ElfImage {
  let source: ElfSource
  let header: Elf64_Ehdr

  /// - Returns: nil when the source is no such file.
  package init?(_ source: ElfSource) {
    self.init(source, header: source.read(at: 0, count: MemoryLayout<Elf64_Ehdr>.size))
  }

  /// The same, for a file whose header has been read.
  init?(_ source: ElfSource, header bytes: ElfBytes) {
    guard let header = bytes.load(Elf64_Ehdr.self), bytes.starts(with: ELFMAG.utf8),
      Int32(header.e_ident.4) == ELFCLASS64, Int32(header.e_ident.5) == ELFDATA2LSB
    else { return nil }
    self.source = source
    self.header = header
  }

  /// The program headers.
  var segments: [Elf64_Phdr] {
    let bytes = Int(header.e_phnum) * MemoryLayout<Elf64_Phdr>.size
    return source.read(at: header.e_phoff, count: bytes).table(of: Elf64_Phdr.self)
  }

  /// The path of the dynamic loader; nil for a library.
  package var interpreter: String? {
    guard let segment = segments.first(where: { $0.p_type == PT_INTERP }) else { return nil }
    return source.read(at: segment.p_offset, count: Int(min(segment.p_filesz, 1 << 12)))
      .string(at: 0)
  }

  /// The section headers.
  var sections: [Elf64_Shdr] {
    let bytes = Int(header.e_shnum) * MemoryLayout<Elf64_Shdr>.size
    return source.read(at: header.e_shoff, count: bytes).table(of: Elf64_Shdr.self)
  }

  /// The file offsets of the section names.
  package var sectionNameOffsets: [Int] {
    let sections = sections
    guard Int(header.e_shstrndx) < sections.count else { return [] }
    let start = sections[Int(header.e_shstrndx)].sh_offset
    return sections.compactMap { section in
      let (offset, isOver) = start.addingReportingOverflow(UInt64(section.sh_name))
      return isOver ? nil : Int(exactly: offset)
    }
  }

  /// The contents of a section, at most 64 MiB.
  func contents(of section: Elf64_Shdr) -> ElfBytes {
    source.read(at: section.sh_offset, count: Int(min(section.sh_size, Self.sectionBytesLimit)))
  }

  private static let sectionBytesLimit: UInt64 = 64 << 20
}
