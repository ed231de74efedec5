internal import Glibc

/// Where the arguments of a call lie that a plugin is lent.
///
/// Usually wherever they are; a tool that checks plugins puts them where a mistake is a crash.
package struct ArgumentMemory: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// They end where readable memory ends: who reads one byte more crashes.
  package static let guarded = ArgumentMemory(rawValue: 1)
  /// They are taken away when the call returns: who kept a pointer to them crashes.
  package static let revoked = ArgumentMemory(rawValue: 2)
  /// Structs are larger than those of this version, as a newer host's are.
  package static let larger = ArgumentMemory(rawValue: 4)
  /// The host's table is that of 1.0, which has none of the extensions of later hosts.
  package static let older = ArgumentMemory(rawValue: 8)

  private static let growth = 64

  /// Lends bytes for the time of a call.
  @inline(__always)
  func lend<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if isDisjoint(with: [.guarded, .revoked]) { return unsafe body(bytes) }
    return unsafe lendElsewhere(bytes, size: bytes.count) {
      unsafe body(UnsafeRawBufferPointer($0))
    }
  }

  /// Lends a struct that begins with its size, and takes over what the plugin wrote into it.
  @inline(__always)
  func lend<Struct: BitwiseCopyable, Result>(
    _ value: inout Struct, _ body: (UnsafeMutablePointer<Struct>) -> Result
  ) -> Result {
    if isDisjoint(with: [.guarded, .revoked, .larger]) {
      return unsafe withUnsafeMutablePointer(to: &value) { unsafe body($0) }
    }
    return unsafe withUnsafeMutableBytes(of: &value) { own in
      unsafe lendElsewhere(
        UnsafeRawBufferPointer(own), size: own.count + (contains(.larger) ? Self.growth : 0)
      ) { room in
        if contains(.larger) {
          unsafe room.storeBytes(of: UInt32(room.count), as: UInt32.self)
        }
        let result = unsafe room.withMemoryRebound(to: Struct.self) { structs in
          unsafe structs.baseAddress.map { unsafe body($0) }
        }
        unsafe own.copyMemory(from: .init(rebasing: room.prefix(own.count)))
        guard let result else { preconditionFailure("guarded memory without an address") }
        return result
      }
    }
  }

  /// Lends room to be filled.
  func lendRoom<Result>(
    _ capacity: Int, _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    if isDisjoint(with: [.guarded, .revoked, .larger]) {
      return unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { room in
        unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
        return unsafe body(room)
      }
    }
    return unsafe lendElsewhere(
      UnsafeRawBufferPointer(start: nil, count: 0), size: capacity, body)
  }

  private func lendElsewhere<Result>(
    _ bytes: UnsafeRawBufferPointer, size: Int, _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    let pages = unsafe GuardedPages(bytes, size: size, isAtEnd: contains(.guarded))
    defer { if contains(.revoked) { pages.revoke() } else { pages.release() } }
    return unsafe body(pages.room)
  }
}

/// Pages of memory that can be taken away, the one behind them never readable.
@safe private struct GuardedPages {
  private let pages: UnsafeMutableRawPointer
  private let pagesBytes: Int
  /// So many bytes as were asked for; at the end of the pages when that was asked for.
  let room: UnsafeMutableRawBufferPointer

  init(_ contents: UnsafeRawBufferPointer, size: Int, isAtEnd: Bool) {
    let page = Int(sysconf(CInt(_SC_PAGESIZE)))
    pagesBytes = (size / page + 1) * page
    let pages = unsafe mmap(
      nil, pagesBytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else {
      preconditionFailure("no memory for \(size) bytes")
    }
    unsafe mprotect(pages + pagesBytes, page, PROT_NONE)
    unsafe self.pages = pages
    unsafe room = UnsafeMutableRawBufferPointer(
      start: pages + (isAtEnd ? pagesBytes - size : 0), count: size)
    unsafe room.copyMemory(from: contents)
    // What lies beyond a struct of this version is the newer host's.
    unsafe UnsafeMutableRawBufferPointer(rebasing: room[contents.count...])
      .initializeMemory(as: UInt8.self, repeating: contents.isEmpty ? 0 : 0xA5)
  }

  /// Lets nobody read or write it any more; its addresses are not used again.
  func revoke() { unsafe mprotect(pages, pagesBytes, PROT_NONE) }

  func release() { unsafe munmap(pages, pagesBytes + Int(sysconf(CInt(_SC_PAGESIZE)))) }
}
