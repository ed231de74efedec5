internal import HostSystem

/// Encodes the facts of a regular file for the cache.
extension FileFacts {
  func write(to writer: inout ByteWriter) {
    writer.append(identity.device)
    writer.append(identity.inode)
    writer.append(Int64(size))
    writer.append(modifiedNanoseconds)
    writer.append(changedNanoseconds)
    writer.append(owner)
    writer.append(permissions)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let identity = Identity(device: try reader.uint64(), inode: try reader.uint64())
    self.init(
      kind: .regular, size: Int(try reader.int64()), modifiedNanoseconds: try reader.int64(),
      changedNanoseconds: try reader.int64(), owner: try reader.uint32(),
      permissions: try reader.uint32(), identity: identity)
  }
}
