internal import CHostSystem
internal import Glibc

/// A failed system call: its name and error number, such as `open` and `ENOENT`, with message and
/// remedy for the user.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the call, such as `open`.
  package let call: String
  /// The error number, such as `ENOENT`.
  package let code: CInt

  package init(call: String, code: CInt) {
    self.call = call
    self.code = code
  }

  /// The error in `errno`.
  static func last(_ call: String) -> SystemError { SystemError(call: call, code: errno) }

  /// The system's message for an error number, such as "No such file or directory".
  package static func text(of code: CInt) -> String {
    guard let text = unsafe host_error_text(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// What the user can do about a limit of the system; nil if that depends on the call's purpose.
  package var remedy: String? {
    switch code {
    case EMFILE, ENFILE: "allow more open files (ulimit -n)"
    case EAGAIN: "allow more processes (ulimit -u)"
    case ENOMEM: "allow more memory (ulimit -v)"
    case EFBIG: "allow larger files (ulimit -f)"
    case ENOSPC: "make room"
    case ENOSYS: "allow this system call, or use a kernel that has it"
    default: nil
    }
  }

  package var description: String { "\(call): \(Self.text(of: code))" }
}

/// Returns a result of CHostSystem that is 0 or more; throws a negative one as the error number.
package func checked(_ result: CInt, _ call: String) throws(SystemError) -> CInt {
  guard result >= 0 else { throw SystemError(call: call, code: -result) }
  return result
}
