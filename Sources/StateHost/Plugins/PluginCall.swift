internal import CHostSystem
internal import Glibc

/// Whom a call into a plugin goes to; the texts are for the crash handler and live for ever.
struct PluginCallee {
  let file: ImmortalText
  let child: ImmortalText?

  /// Makes a call, with a note of it while it lasts: until what it gave has been read.
  @inline(__always)
  func calling<Result, Failure: Error>(
    _ function: StaticString, _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe function.utf8Start.withMemoryRebound(
      to: CChar.self, capacity: function.utf8CodeUnitCount + 1
    ) {
      unsafe host_call_record_set(file.start, child?.start, $0)
    }
    defer { host_call_record_clear() }
    return try call()
  }
}
