/// The machine that an ELF file was made for.
struct ElfMachine: Equatable, CustomStringConvertible {
  private let code: UInt16
  private let is64Bit: Bool
  private let isLittleEndian: Bool

  private init(code: UInt16, is64Bit: Bool = true, isLittleEndian: Bool = true) {
    self.code = code
    self.is64Bit = is64Bit
    self.isLittleEndian = isLittleEndian
  }

  /// The machine of a file, from its first 20 bytes.
  init(_ bytes: ElfBytes) {
    let code: UInt16 = bytes.number(at: 18)
    isLittleEndian = bytes.byte(at: 5) == 1
    self.code = isLittleEndian ? code : code.byteSwapped
    is64Bit = bytes.byte(at: 4) == 2
  }

  /// The machine that this host runs on.
  static var host: ElfMachine {
    #if arch(x86_64)
      ElfMachine(code: 62)
    #elseif arch(arm64)
      ElfMachine(code: 183)
    #elseif arch(riscv64)
      ElfMachine(code: 243)
    #else
      #error("add this machine's code and byte order")
    #endif
  }

  var description: String {
    switch (code, is64Bit) {
    case (3, _): "x86 (32-bit)"
    case (8, _): "MIPS"
    case (20, _), (21, _): isLittleEndian ? "ppc64le" : "PowerPC"
    case (22, _): "s390x"
    case (40, _): "arm (32-bit)"
    case (62, true): "x86-64"
    case (62, false): "x32"
    case (183, true): "aarch64"
    case (183, false): "aarch64 (32-bit)"
    case (243, true): "riscv64"
    case (243, false): "riscv32"
    case (258, _): "loongarch64"
    default: "machine \(code)" + (is64Bit ? "" : " (32-bit)")
    }
  }
}
