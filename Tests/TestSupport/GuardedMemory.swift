import Glibc

/// Bytes that end where the next page may not be touched: who reads or writes beyond them crashes.
@safe public final class GuardedMemory {
  /// The first byte.
  public let start: UnsafeMutableRawPointer
  /// How many there are.
  public let count: Int
  private let pages: UnsafeMutableRawPointer
  private let length: Int

  /// Makes room for so many bytes, all of them `filling`.
  public init(count: Int, filling: UInt8 = 0) {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let readable = (count + page - 1) / page * page
    length = readable + page
    let mapped = unsafe mmap(
      nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED,
      unsafe mprotect(mapped + readable, page, PROT_NONE) == 0
    else { fatalError("no memory for a guarded page") }
    unsafe pages = mapped
    unsafe start = mapped + readable - count
    self.count = count
    unsafe start.initializeMemory(as: UInt8.self, repeating: filling, count: count)
  }

  /// Copies the beginning of a value, so many bytes of it.
  public convenience init<Value: BitwiseCopyable>(_ value: Value, count: Int) {
    self.init(count: count)
    unsafe withUnsafeBytes(of: value) { bytes in
      let there = min(bytes.count, count)
      unsafe UnsafeMutableRawBufferPointer(start: start, count: there)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<there]))
    }
  }

  deinit { unsafe munmap(pages, length) }

  /// All of them.
  public var bytes: [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}
