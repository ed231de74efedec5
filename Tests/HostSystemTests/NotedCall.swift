import CHostSystem

/// Notes for the rest of the process that a plugin is being called.
func noteCall(of file: StaticString, child: StaticString? = nil, _ function: StaticString) {
  unsafe host_call_record_set(file.characters, child?.characters, function.characters)
}

extension StaticString {
  /// With a NUL behind them, for ever.
  fileprivate var characters: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
