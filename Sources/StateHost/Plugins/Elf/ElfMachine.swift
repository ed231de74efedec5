internal import CHostSystem

/// The processor architecture, word size and byte order that an ELF file was made for, with a name for messages.
struct ElfMachine: Equatable, CustomStringConvertible {
  private let code: UInt16
  private let is64Bit: Bool
  private let isLittleEndian: Bool

  private init(code: UInt16, is64Bit: Bool = true, isLittleEndian: Bool = true) {
    self.code = code
    self.is64Bit = is64Bit
    self.isLittleEndian = isLittleEndian
  }

  /// The machine in the header of a file; unknown when the header is incomplete.
  ///
  /// The start of the header has the same layout on all machines, except for the byte order.
  init(_ bytes: ElfBytes) {
    let header = bytes.load(Elf64_Ehdr.self) ?? Elf64_Ehdr()
    isLittleEndian = Int32(header.e_ident.5) == ELFDATA2LSB
    code = isLittleEndian ? header.e_machine : header.e_machine.byteSwapped
    is64Bit = Int32(header.e_ident.4) == ELFCLASS64
  }

  /// The machine that this host runs on.
  static var host: ElfMachine {
    #if arch(x86_64)
      ElfMachine(code: UInt16(EM_X86_64))
    #elseif arch(arm64)
      ElfMachine(code: UInt16(EM_AARCH64))
    #elseif arch(riscv64)
      ElfMachine(code: UInt16(EM_RISCV))
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
