internal import HostSystem

/// A file of the simulated world, whatever its name is.
final class SimulatedFile {
  private(set) var bytes: [UInt8] = []
  private(set) var changes: Int64 = 0
  let inode: UInt64

  init() { inode = 1 }

  /// The file that takes the place of another.
  init(after other: SimulatedFile) { inode = other.inode + 1 }

  /// The file as it is now.
  struct Version {
    private let file: SimulatedFile
    private let changes: Int64

    fileprivate init(_ file: SimulatedFile) {
      self.file = file
      changes = file.changes
    }

    /// All of it; nil once it is another.
    var bytes: [UInt8]? { file.changes == changes ? file.bytes : nil }
  }

  var version: Version { Version(self) }

  func append(_ more: [UInt8]) {
    bytes += more
    changes += 1
  }

  func truncate(to count: Int) {
    bytes = Array(bytes.prefix(count))
    changes += 1
  }

  var facts: FileFacts {
    FileFacts(
      kind: .regular, size: bytes.count, modifiedNanoseconds: changes,
      identity: FileFacts.Identity(device: 1, inode: inode))
  }

  /// Reads at a place; 0 bytes are the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    guard offset < bytes.count else { return .success(0) }
    let count = min(buffer.count, bytes.count - offset)
    unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
    return .success(count)
  }
}

/// The file as a run has opened it.
final class SimulatedFilePort: FilePort {
  let token: PortToken
  let canWait = false
  private(set) var position = 0
  private let file: SimulatedFile
  private let ledger: PortLedger

  init(_ file: SimulatedFile, ledger: PortLedger) {
    self.file = file
    self.ledger = ledger
    token = ledger.opened("file \(file.inode)")
  }

  deinit { close() }

  var facts: FileFacts? { file.facts }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Arrival {
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
    return unsafe file.read(into: buffer, at: offset)
  }

  func makeReader() -> any FileReader { SimulatedFileReader(file) }

  func close() { if ledger.isOpen(token) { ledger.closed(token) } }
}

/// Reads a simulated file; a simulated world has one thread.
private final class SimulatedFileReader: FileReader, @unchecked Sendable {
  private let file: SimulatedFile

  init(_ file: SimulatedFile) { self.file = file }

  var facts: FileFacts? { file.facts }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    unsafe file.read(into: buffer, at: offset)
  }
}
