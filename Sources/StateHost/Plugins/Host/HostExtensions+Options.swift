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
    let value = unsafe OptionText.value(meaning) {
      unsafe side.services.copyOption(named: name, into: $0)
    }
    guard let value else { return false }
    unsafe target.pointee = value
    return true
  }
}
