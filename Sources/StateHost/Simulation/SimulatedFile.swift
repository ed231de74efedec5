internal import HostSystem

/// A file in memory that grows and shrinks; a simulated world has one at a time, under every path.
///
/// It is unchecked `Sendable`, since a simulated world has one thread.
final class SimulatedFile: FileReader, @unchecked Sendable {
  private(set) var bytes: [UInt8] = []
  /// The most bytes that are read at once through a port.
  let mostRead: () -> Int
  private(set) var changes: Int64 = 0
  private var truncations = 0
  let inode: UInt64

  init(mostRead: @escaping () -> Int) {
    self.mostRead = mostRead
    inode = 1
  }

  /// A file that replaces another one.
  init(after other: SimulatedFile) {
    mostRead = other.mostRead
    inode = other.inode + 1
  }

  /// One load of the simulated file by the host.
  ///
  /// Its `bytes` are those that the load reads, with which tests compare what it has loaded: all,
  /// or, if the host follows the file's growth, those read so far; nil once the file has changed
  /// since it was opened, or, if followed, been truncated.
  struct Version {
    private let file: SimulatedFile
    private let changes: Int64
    private let truncations: Int
    /// Returns how far a reader that follows the file has read; nil if it is not followed.
    private let readCount: (() -> Int)?

    fileprivate init(_ file: SimulatedFile, readCount: (() -> Int)?) {
      self.file = file
      self.readCount = readCount
      (changes, truncations) = (file.changes, file.truncations)
    }

    /// The bytes that were read, or all if the file is not followed; nil once the file has changed.
    var bytes: [UInt8]? {
      guard let readCount else { return file.changes == changes ? file.bytes : nil }
      return file.truncations == truncations ? Array(file.bytes.prefix(readCount())) : nil
    }
  }

  func version(readCount: (() -> Int)?) -> Version { Version(self, readCount: readCount) }

  func append(_ more: [UInt8]) {
    bytes += more
    changes += 1
  }

  func truncate(to count: Int) {
    bytes = Array(bytes.prefix(count))
    changes += 1
    truncations += 1
  }

  var facts: FileFacts? {
    FileFacts(
      kind: .regular, size: bytes.count, modifiedNanoseconds: changes,
      identity: FileFacts.Identity(device: 1, inode: inode))
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    guard offset < bytes.count else { return .success(0) }
    let count = min(buffer.count, bytes.count - offset)
    unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
    return .success(count)
  }
}

/// An open file descriptor of the simulated file, with a read position, in place of a real one.
final class SimulatedFilePort: FilePort {
  let token: PortToken
  let canWait = false
  private(set) var position = 0
  /// The end of the bytes read so far, at any offset.
  private(set) var readCount = 0
  private let file: SimulatedFile
  private let ledger: PortLedger

  init(_ file: SimulatedFile, ledger: PortLedger) {
    self.file = file
    self.ledger = ledger
    token = ledger.opened("file \(file.inode)")
  }

  deinit { close() }

  var facts: FileFacts? { file.facts }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    guard ledger.isOpen(token) else { return .end }
    guard case .success(let count) = unsafe read(into: buffer, at: position), count > 0 else {
      return .end
    }
    position += count
    return .bytes(count)
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    guard ledger.isOpen(token) else { return .success(0) }
    let most = min(buffer.count, max(1, file.mostRead()))
    let result = unsafe file.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<most]), at: offset)
    if case .success(let count) = result { readCount = max(readCount, offset + count) }
    return result
  }

  func makeReader() -> any FileReader { file }

  func close() { if ledger.isOpen(token) { ledger.closed(token) } }
}

/// A file watch, in place of inotify, ready once the simulated file changed or was replaced.
final class SimulatedFileWatch: FileWatchPort {
  let token: PortToken
  private let facts: () -> FileFacts?
  private var seen: FileFacts?
  private let ledger: PortLedger

  init(of facts: @escaping () -> FileFacts?, ledger: PortLedger) {
    self.facts = facts
    self.ledger = ledger
    seen = facts()
    token = ledger.opened("watch")
  }

  deinit { ledger.closed(token) }

  var hasNews: Bool { facts() != seen }

  func watch(_ path: String) {}

  func takeChanges() -> [String] {
    defer { seen = facts() }
    return hasNews ? ["file"] : []
  }
}
