internal import CHostSystem

/// What another process of this program did last.
package enum CallRecord {
  private static let nameBytes = 256

  /// Memory in which another process can note its calls; nil where there is none.
  package static func file() -> Descriptor? {
    let file = host_call_record_file()
    return file >= 0 ? Descriptor(owning: file) : nil
  }

  /// Notes the calls of this process there from now on, and whether a thread beside them has ended it.
  package static func share(_ file: OpenFile) {
    _ = host_call_record_share(file.descriptor.rawValue)
    host_call_record_note_threads()
  }

  /// Which function of a plugin's was running when that process ended, and of which child; nothing of the
  /// file is believed.
  package static func read(
    in file: borrowing Descriptor
  ) -> (function: String?, child: String?) {
    var function = [CChar](repeating: 0, count: nameBytes)
    var child = function
    guard unsafe host_call_record_read(file.rawValue, &function, &child, nameBytes) != 0 else {
      return (nil, nil)
    }
    let names = [function, child].map { name in
      String(decoding: name.lazy.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return (names[0], names[1].isEmpty ? nil : names[1])
  }
}
