internal import Glibc

/// How a plugin is lent what a call carries.
struct Lending: OptionSet {
  let rawValue: UInt8

  /// It ends where readable memory ends: who reads one byte more crashes.
  static let exact = Lending(rawValue: 1)
  /// It is taken away when the call returns: who kept a pointer to it crashes.
  static let withdrawn = Lending(rawValue: 2)
  /// Structs are larger than those of this version, as a newer host's are.
  static let larger = Lending(rawValue: 4)

  private static let growth = 64

  /// Lends bytes, for the time of a call.
  func lend<Result>(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard !isDisjoint(with: [.exact, .withdrawn]) else {
      // As a C string, so that a plugin that takes it for one is found by the checks that are for it.
      let terminated = bytes + [0]
      return unsafe terminated.withUnsafeBytes { unsafe body(.init(rebasing: $0.dropLast())) }
    }
    let room = GuardedMemory(bytes, isAtEnd: contains(.exact))
    defer { if contains(.withdrawn) { room.withdraw() } else { room.release() } }
    return unsafe body(UnsafeRawBufferPointer(room.bytes))
  }

  /// Lends a struct that begins with its size, and takes over what the plugin wrote into it.
  func lend<Struct: BitwiseCopyable, Result>(
    _ value: inout Struct, _ body: (UnsafeMutablePointer<Struct>) -> Result
  ) -> Result {
    if isEmpty { return unsafe withUnsafeMutablePointer(to: &value) { unsafe body($0) } }
    var bytes = unsafe withUnsafeBytes(of: value) { unsafe [UInt8]($0) }
    let size = bytes.count
    if contains(.larger) {
      bytes += [UInt8](repeating: 0xA5, count: Self.growth)
      unsafe bytes.withUnsafeMutableBytes {
        unsafe $0.storeBytes(of: UInt32(size + Self.growth), as: UInt32.self)
      }
    }
    let room = GuardedMemory(bytes, isAtEnd: contains(.exact))
    defer { if contains(.withdrawn) { room.withdraw() } else { room.release() } }
    let result = unsafe room.bytes.withMemoryRebound(to: Struct.self) { structs in
      unsafe structs.baseAddress.map { unsafe body($0) }
    }
    guard let result else { preconditionFailure("guarded memory without an address") }
    unsafe withUnsafeMutableBytes(of: &value) {
      unsafe $0.copyMemory(from: .init(rebasing: room.bytes.prefix(size)))
    }
    return result
  }
}

/// Pages of memory that can be taken away, the one behind them never readable.
@safe struct GuardedMemory {
  private let pages: UnsafeMutableRawPointer
  private let pageBytes: Int
  /// What was put there; at its end when asked for, to a multiple of eight bytes.
  let bytes: UnsafeMutableRawBufferPointer

  init(_ contents: [UInt8], isAtEnd: Bool) {
    let page = Int(sysconf(CInt(_SC_PAGESIZE)))
    pageBytes = (contents.count / page + 1) * page
    let pages = unsafe mmap(
      nil, pageBytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else {
      preconditionFailure("no memory for \(contents.count) bytes")
    }
    unsafe mprotect(pages + pageBytes, page, PROT_NONE)
    unsafe self.pages = pages
    unsafe bytes = UnsafeMutableRawBufferPointer(
      start: pages + (isAtEnd ? pageBytes - contents.count : 0), count: contents.count)
    unsafe bytes.copyBytes(from: contents)
  }

  /// Lets nobody read or write it any more; its addresses are not used again.
  func withdraw() { unsafe mprotect(pages, pageBytes, PROT_NONE) }

  func release() { unsafe munmap(pages, pageBytes + Int(sysconf(CInt(_SC_PAGESIZE)))) }
}
