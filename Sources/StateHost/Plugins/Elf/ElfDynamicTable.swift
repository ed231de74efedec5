internal import CHostSystem

/// The entries of an ELF file's dynamic section that matter for loading a plugin: needed libraries, run path and
/// string table.
struct ElfDynamicTable {
  /// The string table offsets of the needed libraries, including filters, which are loaded as well.
  private(set) var needed: [UInt64] = []
  /// The string table offset of the run path.
  var runPath: UInt64? { ownRunPath ?? oldRunPath }
  /// Whether the needed libraries inherit the run path.
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
