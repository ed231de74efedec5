internal import CHostSystem

/// Installs the crash handler (`host_crash_install`) once, on the main thread, before any plugin.
package func installCrashGuard() throws(SystemError) {
  _ = try checked(host_crash_install(), "sigaltstack")
}

/// Functions to start, once needed, watch and end the guardian, a helper process that restores the
/// terminal, ends running commands and reports the end after this program has died in any way.
package enum Guardian {
  /// Prepares for a guardian before a plugin or command runs: starting it delays the first frame.
  package static func expect() { _ = host_guardian_expect() }

  /// Starts the guardian if one is expected and none runs, before a second thread, third-party
  /// code, a command, or the first wait of the loop; returns whether one is expected.
  @discardableResult package static func begin() -> Bool { host_guardian_begin() }

  /// Watches the guardian, whose end is a hangup; nil when there is none.
  static func watch(in poller: Poller) -> Watch? { watch(host_guardian_link(), in: poller) }

  /// Replaces a guardian that has ended.
  static func beginAgain(in poller: Poller) -> Watch? {
    watch(host_guardian_begin_again(), in: poller)
  }

  private static func watch(_ link: CInt, in poller: Poller) -> Watch? {
    guard link >= 0, let copy = try? FileDescriptor(duplicating: link) else { return nil }
    return Watch(copy, in: poller)
  }

  /// Ends the guardian; from here an exit of the process is not reported as a plugin's.
  package static func end() { host_exit_finish() }
}

/// Functions to start and stop a timer that names the plugin whose call blocks the program for too
/// long, on the screen or, without one, on standard error.
package enum StallNotice {
  /// The time limit of a call when the notice is shown on the screen.
  package static let onScreenNanoseconds: Int64 = 1_000_000_000

  /// Names from now on, once, each call longer than one to two times `nanoseconds` (above 0).
  package static func begin(nanoseconds: Int64 = 3_000_000_000) {
    host_stall_notice_begin(nanoseconds)
  }
}

/// Functions for a record, in a `memfd` shared by host and worker process, of the plugin function
/// that the worker is calling, and for which child: read after the worker crashed or was killed.
package enum CallRecord {
  private static let nameBytes = 256

  /// Shared memory for the record; nil when there is none.
  package static func file() -> OpenFile? {
    let file = host_call_record_file()
    return file >= 0 ? OpenFile(FileDescriptor(owning: file)) : nil
  }

  /// Records the calls of this process from now on, and whether a crash was on another thread.
  package static func share(_ file: OpenFile) {
    _ = host_call_record_share(file.descriptor.rawValue)
    host_call_record_note_threads()
  }

  /// The function that was running when that process ended, and its child; the file is untrusted.
  package static func read(in file: OpenFile?) -> (function: String?, child: String?) {
    var function = [CChar](repeating: 0, count: nameBytes)
    var child = function
    guard let number = file?.descriptor.rawValue,
      unsafe host_call_record_read(number, &function, &child, nameBytes) != 0
    else { return (nil, nil) }
    let names = [function, child].map { name in
      String(decoding: name.lazy.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return (names[0], names[1].isEmpty ? nil : names[1])
  }
}
