internal import ChildPluginAPI

extension HostExtensions {
  static func optionsTable() -> childplugin_host_options_t {
    unsafe childplugin_host_options_t(
      size: UInt32(MemoryLayout<childplugin_host_options_t>.size), reserved: 0,
      flag: { unsafe HostExtensions.read($0, .optionsFlag, $1, $2, OptionText.flag) },
      integer: { unsafe HostExtensions.read($0, .optionsInteger, $1, $2, OptionText.integer) },
      number: { unsafe HostExtensions.read($0, .optionsNumber, $1, $2, OptionText.number) },
      duration: { unsafe HostExtensions.read($0, .optionsDuration, $1, $2, OptionText.nanoseconds) }
    )
  }

  /// No number is longer.
  private static let textBytesLimit = 512

  /// Writes what the text of an option means; false where it is not given or means no such thing.
  private static func read<Value>(
    _ host: UnsafePointer<childplugin_host_t>?, _ function: HostFunction,
    _ name: childplugin_text_t, _ target: UnsafeMutablePointer<Value>?,
    _ meaning: (String) -> Value?
  ) -> Bool {
    guard let side = unsafe HostTable.entering(host, function) else { return false }
    guard let target = unsafe target else {
      side.report(.nullArgument(function))
      return false
    }
    let name = unsafe side.string(name, function)
    let text: String? = unsafe withUnsafeTemporaryAllocation(
      byteCount: textBytesLimit, alignment: 1
    ) { room in
      guard let length = unsafe side.services.copyOption(named: name, into: room),
        length <= textBytesLimit
      else { return nil }
      return unsafe String(decoding: room.prefix(Int(length)), as: UTF8.self)
    }
    guard let value = text.flatMap(meaning) else { return false }
    unsafe target.pointee = value
    return true
  }
}
