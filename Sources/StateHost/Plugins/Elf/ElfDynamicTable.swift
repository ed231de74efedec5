internal import CHostSystem

/// What the loader is told (`Elf64_Dyn`), as far as it decides how a plugin is loaded.
struct ElfDynamicTable {
  /// Where the names of libraries stand among the strings.
  private(set) var needed: [UInt64] = []
  /// Where the run path stands among the strings.
  private(set) var runPath: UInt64?
  private(set) var stringAddress: UInt64?
  private(set) var stringBytes: UInt64 = 0
  /// A program that looks like a shared object.
  private(set) var isExecutable = false

  init(_ bytes: ElfBytes) {
    for entry in bytes.table(of: Elf64_Dyn.self) {
      let value = unsafe entry.d_un.d_val
      switch Int(entry.d_tag) {
      case Int(DT_NULL): return
      case Int(DT_NEEDED): needed.append(value)
      case Int(DT_STRTAB): stringAddress = value
      case Int(DT_STRSZ): stringBytes = value
      case Int(DT_RPATH): runPath = runPath ?? value
      case Int(DT_RUNPATH): runPath = value
      case Int(DT_FLAGS_1): isExecutable = value & UInt64(DF_1_PIE) != 0
      default: break
      }
    }
  }
}
