internal import ChildPluginAPI

/// Options as what they are, where the host has `childplugin.host.options/1` (since 1.1); else nil.
extension Host {
  /// Whether an option is true; nil where it is not given, or neither true nor false.
  public func flag(_ name: String) -> Bool? {
    guard let ask = unsafe optionsTable?.flag else { return nil }
    var value = false
    return unsafe withABIText(name) { unsafe ask(pointer, $0, &value) } ? value : nil
  }

  /// A whole number; nil where it is not given or is none.
  public func integer(_ name: String) -> Int? {
    guard let ask = unsafe optionsTable?.integer else { return nil }
    var value: Int64 = 0
    return unsafe withABIText(name) { unsafe ask(pointer, $0, &value) } ? Int(value) : nil
  }

  /// A number; nil where it is not given or is none.
  public func number(_ name: String) -> Double? {
    guard let ask = unsafe optionsTable?.number else { return nil }
    var value = 0.0
    return unsafe withABIText(name) { unsafe ask(pointer, $0, &value) } ? value : nil
  }

  /// A duration, at most one hour; nil where it is not given or is none.
  public func duration(_ name: String) -> Duration? {
    guard let ask = unsafe optionsTable?.duration else { return nil }
    var nanoseconds: Int64 = 0
    return unsafe withABIText(name) { unsafe ask(pointer, $0, &nanoseconds) }
      ? .nanoseconds(nanoseconds) : nil
  }

  private var optionsTable: childplugin_host_options_t? {
    table(CHILDPLUGIN_HOST_OPTIONS, over: childplugin_host_options_t())
  }
}
