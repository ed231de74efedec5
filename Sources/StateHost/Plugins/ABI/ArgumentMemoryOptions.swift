internal import Glibc

/// The options of how the host passes the arguments of a call to a plugin: just before an
/// unreadable page, in memory that is unreadable after the call, in structs as large as a newer
/// host's, or with the host table of ABI 1.0.
///
/// Without options, as in a normal run, arguments are passed where they are; `statehost validate`
/// and tests of plugins set options to expose misuse.
package struct ArgumentMemoryOptions: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Ends at the end of readable memory: reading one byte more crashes.
  package static let guarded = ArgumentMemoryOptions(rawValue: 1)
  /// Becomes inaccessible when the call returns: using a kept pointer crashes.
  package static let revoked = ArgumentMemoryOptions(rawValue: 2)
  /// Structs are larger than in this version, as from a newer host.
  package static let larger = ArgumentMemoryOptions(rawValue: 4)
  /// The host table is that of 1.0, without the extensions of later hosts.
  package static let older = ArgumentMemoryOptions(rawValue: 8)

  private static let growth = 64

  @inline(__always)
  func lend<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if isDisjoint(with: [.guarded, .revoked]) { return unsafe body(bytes) }
    return unsafe lendElsewhere(bytes, size: bytes.count) {
      unsafe body(UnsafeRawBufferPointer($0))
    }
  }

  /// Passes a struct that begins with its size, and copies back what the plugin wrote into it.
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

  func lendRoom<Result>(
    _ capacity: Int, _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    if isDisjoint(with: [.guarded, .revoked, .larger]) {
      return unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { room in
        unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
        return unsafe body(room)
      }
    }
    return unsafe lendElsewhere(UnsafeRawBufferPointer(start: nil, count: 0), size: capacity, body)
  }

  private func lendElsewhere<Result>(
    _ contents: UnsafeRawBufferPointer, size: Int,
    _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    let page = Int(sysconf(CInt(_SC_PAGESIZE)))
    let pagesBytes = (size / page + 1) * page
    let pages = unsafe mmap(
      nil, pagesBytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else {
      preconditionFailure("no memory for \(size) bytes")
    }
    defer {
      // The addresses of inaccessible memory are not reused.
      if contains(.revoked) {
        unsafe mprotect(pages, pagesBytes, PROT_NONE)
      } else {
        unsafe munmap(pages, pagesBytes + page)
      }
    }
    unsafe mprotect(pages + pagesBytes, page, PROT_NONE)
    let room = unsafe UnsafeMutableRawBufferPointer(
      start: pages + (contains(.guarded) ? pagesBytes - size : 0), count: size)
    unsafe room.copyMemory(from: contents)
    // The bytes beyond a struct of this version belong to the newer host.
    unsafe UnsafeMutableRawBufferPointer(rebasing: room[contents.count...])
      .initializeMemory(as: UInt8.self, repeating: contents.isEmpty ? 0 : 0xA5)
    return unsafe body(room)
  }
}
