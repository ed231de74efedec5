internal import CHostSystem
internal import HostSystem

/// The ELF header and dynamic section of a shared library for this machine (a plugin or a library
/// it needs), checked without loading it: the names of the libraries it needs, and its run path.
package struct ElfFile {
  /// The names of the libraries that the file needs.
  private(set) var neededLibraries: [String] = []

  /// The directories where the loader looks for them: absolute, or beginning with `$ORIGIN`.
  private(set) var runPath: [String] = []

  private(set) var isRunPathInherited = false

  var dependsOnItsFolder: Bool { runPath.contains { $0.utf8.first == UInt8(ascii: "$") } }

  private let image: ElfImage
  private let size: UInt64

  init(_ file: OpenFile, size: UInt64) throws(PluginProblem) {
    let source = ElfSource.file(file)
    let start = source.read(at: 0, count: MemoryLayout<Elf64_Ehdr>.size)
    guard start.starts(with: ELFMAG.utf8) else {
      throw .notALibrary(size == 0 ? "it is empty" : Self.format(of: start))
    }
    guard start.load(Elf64_Ehdr.self) != nil else {
      throw .cutShort(bytes: size, needed: UInt64(MemoryLayout<Elf64_Ehdr>.size))
    }
    let machine = ElfMachine(start)
    guard machine == .host, let image = ElfImage(source, header: start) else {
      throw .otherMachine(file: machine.description, host: ElfMachine.host.description)
    }
    self.image = image
    self.size = size
    let header = image.header
    // The section table is the last thing in the file.
    try checkReaches(
      max(
        Self.end(header.e_phoff, UInt64(header.e_phnum) * UInt64(header.e_phentsize)),
        Self.end(header.e_shoff, UInt64(header.e_shnum) * UInt64(header.e_shentsize))))
    let type = header.e_type
    if Int32(type) != ET_DYN { throw .notShared(Self.name(ofType: type)) }
    let segments = image.segments
    for segment in segments where segment.isLoaded || segment.isDynamic {
      try checkReaches(Self.end(segment.p_offset, segment.p_filesz))
    }
    guard let dynamic = segments.last(where: \.isDynamic) else {
      throw .notShared(Self.name(ofType: type))
    }
    try read(dynamic, among: segments)
  }

  private func checkReaches(_ end: UInt64) throws(PluginProblem) {
    if end > size { throw .cutShort(bytes: size, needed: end) }
  }

  /// The end of a range of bytes, clamped on overflow; 0 when it is empty.
  private static func end(_ offset: UInt64, _ length: UInt64) -> UInt64 {
    let (end, isOver) = offset.addingReportingOverflow(length)
    return length == 0 ? 0 : isOver ? .max : end
  }

  private mutating func read(
    _ dynamic: Elf64_Phdr, among segments: [Elf64_Phdr]
  ) throws(PluginProblem) {
    let table = image.source.read(at: dynamic.p_offset, count: Int(min(dynamic.p_filesz, 1 << 16)))
    let entries = ElfDynamicTable(table)
    if entries.isExecutable { throw .notShared(Self.name(ofType: UInt16(ET_EXEC))) }
    guard let address = entries.stringAddress,
      let segment = segments.first(where: { $0.isLoaded && $0.holds(address) })
    else { return }
    let start = segment.p_offset &+ (address - segment.p_vaddr)
    func string(at offset: UInt64, limit: UInt64) -> String? {
      guard offset < entries.stringBytes else { return nil }
      let count = min(entries.stringBytes - offset, limit)
      return image.source.read(at: start &+ offset, count: Int(count)).string(at: 0)
    }
    neededLibraries = entries.needed.compactMap { string(at: $0, limit: 1 << 12) }
    for name in neededLibraries where name.utf8.contains(UInt8(ascii: "/")) {
      guard RunPath.isAbsolute(name) else { throw .relativeLibrary(name) }
    }
    guard let offset = entries.runPath else { return }
    // A string that cannot be read completely counts as an empty, relative path.
    let text = string(at: offset, limit: 1 << 16) ?? ""
    runPath = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    isRunPathInherited = entries.isRunPathInherited
    for folder in runPath where !RunPath.isAbsolute(folder) { throw .relativeRunPath(folder) }
  }

  private static func name(ofType type: UInt16) -> String {
    switch Int32(type) {
    case ET_REL: "an object file"
    case ET_EXEC: "an executable"
    case ET_CORE: "a core dump"
    default: "an ELF file of type \(type)"
    }
  }

  /// The apparent format of a file that is no ELF file.
  private static func format(of start: ElfBytes) -> String {
    let formats: [(start: [UInt8], name: String)] = [
      ([0x23, 0x21], "a script"), ([0x4D, 0x5A], "made for Windows"),
      (Array("!<arch>".utf8), "an archive of object files"),
      ([0xCF, 0xFA, 0xED, 0xFE], "made for macOS"), ([0xCA, 0xFE, 0xBA, 0xBE], "made for macOS"),
    ]
    return formats.first { start.starts(with: $0.start) }?.name ?? "no ELF file"
  }
}

extension Elf64_Phdr {
  fileprivate var isLoaded: Bool { p_type == PT_LOAD }
  fileprivate var isDynamic: Bool { p_type == PT_DYNAMIC }

  fileprivate func holds(_ address: UInt64) -> Bool {
    address >= p_vaddr && address - p_vaddr < p_filesz
  }
}

/// The entries of an ELF file's dynamic section that matter for loading a plugin: needed libraries,
/// run path and string table.
struct ElfDynamicTable {
  /// The string table offsets of the needed libraries, including filters, which are loaded as well.
  private(set) var needed: [UInt64] = []
  var runPath: UInt64? { ownRunPath ?? oldRunPath }
  var isRunPathInherited: Bool { ownRunPath == nil && oldRunPath != nil }
  private var ownRunPath: UInt64?
  private var oldRunPath: UInt64?
  private(set) var stringAddress: UInt64?
  private(set) var stringBytes: UInt64 = 0
  /// Whether the file is a position-independent executable, which looks like a shared object.
  private(set) var isExecutable = false

  init(_ bytes: ElfBytes) {
    for entry in bytes.table(of: Elf64_Dyn.self) {
      let value = unsafe entry.d_un.d_val
      switch Int(entry.d_tag) {
      case Int(DT_NULL): return
      case Int(DT_NEEDED), Self.filter, Self.auxiliary: needed.append(value)
      case Int(DT_STRTAB): stringAddress = value
      case Int(DT_STRSZ): stringBytes = value
      case Int(DT_RPATH): oldRunPath = value
      case Int(DT_RUNPATH): ownRunPath = value
      case Int(DT_FLAGS_1): isExecutable = value & UInt64(DF_1_PIE) != 0
      default: break
      }
    }
  }

  /// `DT_FILTER` and `DT_AUXILIARY`, which Swift does not import.
  private static let filter = 0x7fff_ffff
  private static let auxiliary = 0x7fff_fffd
}

/// The architecture, word size and byte order that an ELF file is for, with a name for messages.
struct ElfMachine: Equatable, CustomStringConvertible {
  private let code: UInt16
  private var is64Bit = true
  private var isLittleEndian = true

  private init(code: some BinaryInteger) { self.code = UInt16(code) }

  /// The machine in a file's header, whose start is the same on all machines except in byte order.
  init(_ bytes: ElfBytes) {
    let header = bytes.load(Elf64_Ehdr.self) ?? Elf64_Ehdr()
    isLittleEndian = Int32(header.e_ident.5) == ELFDATA2LSB
    code = isLittleEndian ? header.e_machine : header.e_machine.byteSwapped
    is64Bit = Int32(header.e_ident.4) == ELFCLASS64
  }

  static var host: ElfMachine {
    #if arch(x86_64)
      ElfMachine(code: EM_X86_64)
    #elseif arch(arm64)
      ElfMachine(code: EM_AARCH64)
    #elseif arch(riscv64)
      ElfMachine(code: EM_RISCV)
    #else
      #error("add this machine's code and byte order")
    #endif
  }

  var description: String {
    switch (Int32(code), is64Bit) {
    case (EM_386, _): "x86 (32-bit)"
    case (EM_MIPS, _): "MIPS"
    case (EM_PPC, _), (EM_PPC64, _): isLittleEndian ? "ppc64le" : "PowerPC"
    case (EM_S390, _): "s390x"
    case (EM_ARM, _): "arm (32-bit)"
    case (EM_X86_64, true): "x86-64"
    case (EM_X86_64, false): "x32"
    case (EM_AARCH64, true): "aarch64"
    case (EM_AARCH64, false): "aarch64 (32-bit)"
    case (EM_RISCV, true): "riscv64"
    case (EM_RISCV, false): "riscv32"
    case (EM_LOONGARCH, _): "loongarch64"
    default: "machine \(code)" + (is64Bit ? "" : " (32-bit)")
    }
  }
}
