internal import CHostSystem
internal import Glibc
internal import HostSystem

/// Which file a plugin's is, and whether it may be one.
package struct PluginFileFacts: Equatable, Sendable {
  /// Which file it is, whatever its name.
  let identity: FileFacts.Identity
  package let size: UInt64
  /// When its contents and when anything about it was changed last, since 1970.
  let modifiedNanoseconds: Int64
  let changedNanoseconds: Int64

  /// Of an open file that is regular, owned by root or the user, and writable by nobody else.
  init(of descriptor: CInt) throws(PluginProblem) {
    var facts = host_file_facts()
    let result = unsafe host_file_facts_get(descriptor, &facts)
    if result < 0 { throw .unreadable(code: -result) }
    try Self.check(facts)
    self.init(facts)
  }

  /// Of such a file by its name in an open directory; nil for any other.
  init?(of name: UnsafePointer<CChar>, in directory: CInt) {
    var facts = host_file_facts()
    guard unsafe host_file_facts_of_name(directory, name, &facts) == 0,
      (try? Self.check(facts)) != nil
    else { return nil }
    self.init(facts)
  }

  private init(_ facts: host_file_facts) {
    identity = FileFacts.Identity(device: facts.device, inode: facts.inode)
    size = facts.size
    modifiedNanoseconds = facts.modified_nanoseconds
    changedNanoseconds = facts.changed_nanoseconds
  }

  private static func check(_ facts: host_file_facts) throws(PluginProblem) {
    guard facts.mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard facts.owner == 0 || facts.owner == geteuid() else {
      throw .foreignOwner(user: facts.owner)
    }
    guard facts.mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw .writableByOthers(mode: facts.mode & 0o7777)
    }
  }
}

// MARK: - As bytes

extension PluginFileFacts {
  func write(to writer: inout ByteWriter) {
    writer.append(identity.device)
    writer.append(identity.inode)
    writer.append(size)
    writer.append(modifiedNanoseconds)
    writer.append(changedNanoseconds)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    identity = FileFacts.Identity(device: try reader.uint64(), inode: try reader.uint64())
    size = try reader.uint64()
    modifiedNanoseconds = try reader.int64()
    changedNanoseconds = try reader.int64()
  }
}
