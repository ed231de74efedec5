internal import CHostSystem
internal import Glibc

/// An open folder: it stays the one that was opened, whatever its path leads to by then.
package struct Folder: ~Copyable {
  private let descriptor: Descriptor

  private init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Opens one to look into it, without waiting for what is none.
  ///
  /// - Parameters:
  ///   - path: as text.
  ///   - isListed: its entries are wanted, which takes the right to read it.
  /// - Throws: why it cannot be opened: `ENOTDIR` for what is no folder.
  package init(opening path: String, isListed: Bool = false) throws(SystemError) {
    let access = isListed ? O_RDONLY | O_NONBLOCK : CInt(__O_PATH)
    descriptor = try Descriptor(opening: path, flags: access | O_DIRECTORY)
  }

  /// Opens the one that an open file is in by its name.
  ///
  /// - Throws: why it cannot be opened; `ESTALE`: the file is in none by then.
  package init(of file: borrowing Descriptor) throws(SystemError) {
    let place = try FilePlace(of: file)
    descriptor = place.folder
  }

  /// The folder that it is in; the root is in itself.
  package borrowing func parent() throws(SystemError) -> Folder {
    let number = unsafe openat(
      descriptor.rawValue, "..", CInt(__O_PATH) | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .last("openat") }
    return Folder(Descriptor(owning: number))
  }

  package var facts: FileFacts? { FileFacts(of: descriptor) }

  /// Where it is, as text; nil where the system does not say.
  package var path: String? {
    guard let place = try? descriptor.realPath() else { return nil }
    return unsafe place.withUnsafeBufferPointer { place in
      unsafe place.baseAddress.map { unsafe Self.text(ofName: $0) }
    }
  }

  /// What it has under a name, which is as the system has it, with the zero at its end; nil when that is
  /// nothing.
  package borrowing func facts(ofName name: ArraySlice<UInt8>) -> FileFacts? {
    precondition(name.last == 0)
    return unsafe name.withUnsafeBytes { name in
      guard let start = unsafe name.assumingMemoryBound(to: CChar.self).baseAddress else {
        return nil
      }
      return unsafe FileFacts(of: start, in: descriptor)
    }
  }

  /// A name as the system has it, with the zero at its end.
  package static func name(ofText text: String) -> [UInt8] {
    let name = unsafe host_name_of_text(text)
    defer { unsafe free(name) }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name) + 1))
  }

  /// A name that ends with a zero, as text.
  package static func text(ofName name: ArraySlice<UInt8>) -> String {
    precondition(name.last == 0)
    return unsafe name.withUnsafeBytes { name in
      guard let start = unsafe name.assumingMemoryBound(to: CChar.self).baseAddress else {
        return ""
      }
      return unsafe text(ofName: start)
    }
  }

  private static func text(ofName name: UnsafePointer<CChar>) -> String {
    let text = unsafe host_text_of_name(name)
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}

extension Folder {
  /// Something that an open folder has under a name.
  package struct Entry {
    /// As text.
    package let name: String
    /// What it is, through symbolic links; nil where that was not asked for, or it is nothing.
    package let facts: FileFacts?
    /// What it is, as far as the folder itself says.
    package let kind: Kind

    package enum Kind {
      case folder
      case file
      /// A symbolic link.
      case link
      case other
    }
  }

  /// Goes through its entries, in no order.
  ///
  /// - Parameters:
  ///   - asks: whether the facts of an entry of that name are wanted; they always are of a link, and of
  ///     what the file system does not say the kind of.
  ///   - body: called with each.
  /// - Throws: why it cannot be read.
  package borrowing func forEachEntry(
    asks: (_ name: String) -> Bool, _ body: (Entry) -> Void
  ) throws(SystemError) {
    let copy = try Descriptor(duplicating: descriptor.rawValue)
    guard let stream = unsafe fdopendir(copy.rawValue) else { throw .last("fdopendir") }
    _ = copy.release()
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let kind = Entry.Kind(Int(unsafe entry.pointee.d_type))
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        let name = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
        let text = unsafe Self.text(ofName: name)
        let isAsked = kind == .link || kind == .other || asks(text)
        let facts = isAsked ? unsafe FileFacts(of: name, in: descriptor) : nil
        body(Entry(name: text, facts: facts, kind: kind))
      }
    }
  }
}

extension Folder.Entry.Kind {
  fileprivate init(_ kind: Int) {
    switch kind {
    case DT_DIR: self = .folder
    case DT_REG: self = .file
    case DT_LNK: self = .link
    default: self = .other
    }
  }
}

extension Descriptor {
  /// The name of the open file, with the zero at its end.
  borrowing func realPath() throws(SystemError) -> [CChar] {
    var place = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = unsafe readlink(path, &place, Int(PATH_MAX))
    guard length > 0, place[0] == CChar(UInt8(ascii: "/")) else { throw .last("readlink") }
    return Array(place[...length])
  }
}
