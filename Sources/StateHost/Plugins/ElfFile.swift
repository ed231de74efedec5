internal import CHostSystem

/// What an ELF file says about itself, so that a wrong one is told apart before the loader sees it.
package struct ElfFile {
  /// What the file is instead of an ELF file.
  package enum Stranger: Equatable, Sendable {
    case empty
    case archive
    case script
    case macOSLibrary
    case windowsLibrary
    case unknown
  }

  /// What sort of ELF file it is.
  package enum Kind: Equatable, Sendable {
    case objectFile
    case executable
    case sharedObject
    case core
    case other(UInt16)
  }

  /// Libraries that it needs, by the names that it has for them; read only where it has a run path
  /// that is relative to itself.
  private(set) var neededLibraries: [String] = []

  /// Its run path, when a part of it begins with `$ORIGIN`.
  private(set) var relativeRunPath: String?

  private let descriptor: Int32
  private let size: UInt64

  /// Reads and checks an open file of `size` bytes.
  init(_ descriptor: Int32, size: UInt64) throws(PluginProblem) {
    self.descriptor = descriptor
    self.size = size
    let bytes = ElfBytes(descriptor, at: 0, count: 1024)
    try Self.checkMagic(bytes, size: size)
    try Self.checkMachine(bytes)
    let header = ElfHeader(bytes)
    try checkLength(header)
    if header.kind != .sharedObject { throw .notShared(header.kind) }
    var dynamic: ElfSegment?
    for segment in segments(of: header, in: bytes) {
      try checkReaches(segment)
      if segment.isDynamic { dynamic = segment }
    }
    guard let dynamic else { throw .notShared(.other(header.type)) }
    try read(dynamic, header: header, in: bytes)
  }

  private static func checkMagic(_ bytes: ElfBytes, size: UInt64) throws(PluginProblem) {
    if size == 0 { throw .notALibrary(.empty) }
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
      throw .notALibrary(Stranger(bytes))
    }
    if bytes.count < ElfHeader.size { throw .cutShort(bytes: size, needed: UInt64(ElfHeader.size)) }
  }

  private static func checkMachine(_ bytes: ElfBytes) throws(PluginProblem) {
    let file = ElfMachine(bytes)
    guard file == .host else {
      throw .otherMachine(file: file.description, host: ElfMachine.host.description)
    }
  }

  /// Whether the tables are inside the file; the table of sections is the last thing in it.
  private func checkLength(_ header: ElfHeader) throws(PluginProblem) {
    let end = max(header.segmentTable.end, header.sectionTable.end)
    if end > size { throw .cutShort(bytes: size, needed: end) }
  }

  private func checkReaches(_ segment: ElfSegment) throws(PluginProblem) {
    guard segment.isLoaded || segment.isDynamic else { return }
    if segment.range.end > size { throw .cutShort(bytes: size, needed: segment.range.end) }
  }

  private func segments(of header: ElfHeader, in bytes: ElfBytes) -> [ElfSegment] {
    let table = header.segmentTable
    let whole =
      table.end <= UInt64(bytes.count)
      ? bytes : ElfBytes(descriptor, at: 0, count: Int(min(table.end, 1 << 20)))
    return (0..<table.count).compactMap { ElfSegment(whole, at: Int(table.offset) + 56 * $0) }
  }

  private mutating func read(
    _ dynamic: ElfSegment, header: ElfHeader, in bytes: ElfBytes
  ) throws(PluginProblem) {
    let table = ElfBytes(
      descriptor, at: dynamic.range.offset, count: Int(min(dynamic.range.length, 1 << 16)))
    let entries = ElfDynamicTable(table)
    if entries.isExecutable { throw .notShared(.executable) }
    guard let runPath = entries.runPath, let address = entries.stringAddress else { return }
    let segment = segments(of: header, in: bytes).first { $0.isLoaded && $0.holds(address) }
    guard let segment else { return }
    let start = segment.range.offset + (address - segment.address)
    let strings = ElfBytes(descriptor, at: start, count: Int(min(entries.stringBytes, 1 << 20)))
    guard let path = strings.string(at: runPath), path.utf8.contains(UInt8(ascii: "$")) else {
      return
    }
    relativeRunPath = path
    neededLibraries = entries.needed.compactMap { strings.string(at: $0) }
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
