internal import CHostSystem
internal import Glibc

/// Words as C has them, with NULL behind the last; they are freed with it.
@safe struct CStringList: ~Copyable {
  var pointers: [UnsafeMutablePointer<CChar>?]

  /// Texts, in which a name of the system's may be any bytes.
  init(_ words: [String]) {
    unsafe pointers = unsafe words.map { unsafe host_name_of_text($0) } + [nil]
  }

  /// Words as the system has them.
  init(_ words: [[UInt8]]) {
    unsafe pointers =
      unsafe words.map { word in
        unsafe (word + [0]).withUnsafeBytes { bytes in
          unsafe bytes.baseAddress.flatMap { unsafe strdup($0.assumingMemoryBound(to: CChar.self)) }
        }
      } + [nil]
  }

  deinit { unsafe pointers.forEach { unsafe free($0) } }
}
