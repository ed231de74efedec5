internal import CHostSystem

/// Makes a crash restore the terminal, name the plugin in one line, and end with its own signal.
///
/// To be called once, on the main thread, before any plugin is loaded.
/// The name comes from `host_call_record_set`, which the caller of a plugin sets before each call.
package func installCrashGuard() throws(SystemError) {
  _ = try checked(host_crash_install(), "sigaltstack")
}
