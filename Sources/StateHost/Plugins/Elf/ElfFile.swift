internal import CHostSystem
internal import HostSystem

/// An ELF file whose header and dynamic section were read and checked: a shared library for this machine, with its
/// needed libraries and run path.
package struct ElfFile {
  /// The apparent format of a plugin file that is not an ELF file, such as a script or a Windows library, for the
  /// error message.
  package enum Stranger: Equatable, Sendable {
    case empty
    case archive
    case script
    case macOSLibrary
    case windowsLibrary
    case unknown
  }

  /// The type in the header of an ELF file: object file, executable, shared object, core dump or another.
  package enum Kind: Equatable, Sendable {
    case objectFile
    case executable
    case sharedObject
    case core
    case other(UInt16)
  }

  /// The names of the libraries that the file needs.
  private(set) var neededLibraries: [String] = []

  /// The directories in which the loader looks for them: absolute paths, or paths that begin with `$ORIGIN`.
  private(set) var runPath: [String] = []

  /// Whether the needed libraries inherit the run path.
  private(set) var isRunPathInherited = false

  /// Whether a part of its run path begins with `$ORIGIN`.
  var dependsOnItsFolder: Bool { runPath.contains { $0.utf8.first == UInt8(ascii: "$") } }

  private let image: ElfImage
  private let size: UInt64

  /// Reads and checks an open file of `size` bytes.
  init(_ file: OpenFile, size: UInt64) throws(PluginProblem) {
    let source = ElfSource.file(file)
    let start = source.read(at: 0, count: MemoryLayout<Elf64_Ehdr>.size)
    guard start.starts(with: ELFMAG.utf8) else {
      throw .notALibrary(size == 0 ? .empty : Stranger(start))
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
    try checkTables()
    let kind = Kind(image.header.e_type)
    if kind != .sharedObject { throw .notShared(kind) }
    let segments = image.segments
    for segment in segments where segment.isLoaded || segment.isDynamic {
      try checkReaches(Self.end(segment.p_offset, segment.p_filesz))
    }
    guard let dynamic = segments.last(where: \.isDynamic) else {
      throw .notShared(.other(image.header.e_type))
    }
    try read(dynamic, among: segments)
  }

  /// Checks that the tables are inside the file; the section table is the last thing in it.
  private func checkTables() throws(PluginProblem) {
    let header = image.header
    try checkReaches(
      max(
        Self.end(header.e_phoff, UInt64(header.e_phnum) * UInt64(header.e_phentsize)),
        Self.end(header.e_shoff, UInt64(header.e_shnum) * UInt64(header.e_shentsize))))
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
    let table = image.source.read(
      at: dynamic.p_offset, count: Int(min(dynamic.p_filesz, 1 << 16)))
    let entries = ElfDynamicTable(table)
    if entries.isExecutable { throw .notShared(.executable) }
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
}

extension Elf64_Phdr {
  fileprivate var isLoaded: Bool { p_type == PT_LOAD }
  fileprivate var isDynamic: Bool { p_type == PT_DYNAMIC }

  fileprivate func holds(_ address: UInt64) -> Bool {
    address >= p_vaddr && address - p_vaddr < p_filesz
  }
}

extension ElfFile.Kind {
  fileprivate init(_ type: UInt16) {
    switch Int32(type) {
    case ET_REL: self = .objectFile
    case ET_EXEC: self = .executable
    case ET_DYN: self = .sharedObject
    case ET_CORE: self = .core
    default: self = .other(type)
    }
  }
}

extension ElfFile.Stranger {
  fileprivate init(_ bytes: ElfBytes) {
    if bytes.starts(with: [0x23, 0x21]) {
      self = .script
    } else if bytes.starts(with: [0x4D, 0x5A]) {
      self = .windowsLibrary
    } else if bytes.starts(with: [0x21, 0x3C, 0x61, 0x72, 0x63, 0x68, 0x3E]) {
      self = .archive
    } else if bytes.starts(with: [0xCF, 0xFA, 0xED, 0xFE])
      || bytes.starts(with: [0xCA, 0xFE, 0xBA, 0xBE])
    {
      self = .macOSLibrary
    } else {
      self = .unknown
    }
  }
}
