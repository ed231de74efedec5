internal import CHostSystem
package import HostSystem

/// The header, program headers and sections of a 64-bit little-endian ELF file, read on access: for
/// `ElfFile`, `LibrarySymbols`, and to find the dynamic loader of a program.
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

  var segments: [Elf64_Phdr] { table(at: header.e_phoff, count: header.e_phnum) }

  /// The path of the dynamic loader; nil for a library.
  package var interpreter: String? {
    guard let segment = segments.first(where: { $0.p_type == PT_INTERP }) else { return nil }
    return source.read(at: segment.p_offset, count: Int(min(segment.p_filesz, 1 << 12)))
      .string(at: 0)
  }

  var sections: [Elf64_Shdr] { table(at: header.e_shoff, count: header.e_shnum) }

  private func table<Record>(at offset: UInt64, count: UInt16) -> [Record] {
    source.read(at: offset, count: Int(count) * MemoryLayout<Record>.size)
      .table(of: Record.self)
  }

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

/// An ELF file to read from: an open file or, for valgrind's copy of this program, its bytes.
package enum ElfSource {
  case file(OpenFile)
  /// A whole file.
  case bytes([UInt8])

  func read(at offset: UInt64, count: Int) -> ElfBytes {
    switch self {
    case .file(let file): ElfBytes(bytes: file.descriptor.bytes(at: offset, count: count))
    case .bytes(let bytes):
      ElfBytes(bytes: Array(bytes.dropFirst(Int(clamping: offset)).prefix(count)))
    }
  }
}

/// A range of bytes of an ELF file, with bounds-checked access to the structs and strings in it.
struct ElfBytes {
  fileprivate let bytes: [UInt8]

  func starts(with prefix: some Sequence<UInt8>) -> Bool { bytes.starts(with: prefix) }

  /// A struct of `<elf.h>`; nil when it does not lie inside.
  ///
  /// Such structs are plain numbers, laid out as in the file on every machine the host runs on.
  func load<Record>(_ type: Record.Type, at offset: Int = 0) -> Record? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Record>.size else { return nil }
    return unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: offset, as: type)
    }
  }

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
