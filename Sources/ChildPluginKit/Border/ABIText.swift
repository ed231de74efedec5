internal import ChildPluginAPI

extension childplugin_text_t {
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let start = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    unsafe self.init(bytes: start, length: UInt64(bytes.count))
  }

  /// The bytes; none when there are none or the length cannot be true.
  var span: UnsafeRawBufferPointer {
    guard let bytes = unsafe bytes, let length = unsafe Int(exactly: length) else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeRawBufferPointer(start: bytes, count: length)
  }

  var string: String { unsafe String(decoding: span, as: UTF8.self) }

  /// Whether it holds exactly the bytes of `string`: a prefix is not equal.
  func equals(_ string: String) -> Bool {
    unsafe span.elementsEqual(string.utf8)
  }
}

/// Hands a string over for the length of a call.
func withABIText<Result>(_ string: String, _ body: (childplugin_text_t) -> Result) -> Result {
  var string = string
  return string.withUTF8 { unsafe body(childplugin_text_t($0)) }
}
