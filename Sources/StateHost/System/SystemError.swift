internal import CHostSystem
internal import Glibc

/// A call to the system that failed.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the call, such as `open`.
  package let call: String
  /// The error number, such as `ENOENT`.
  package let code: CInt

  package init(call: String, code: CInt) {
    self.call = call
    self.code = code
  }

  /// What the call that was made last left in `errno`.
  static func last(_ call: String) -> SystemError { SystemError(call: call, code: errno) }

  /// The system's words for an error number: "No such file or directory".
  package static func text(of code: CInt) -> String {
    guard let text = unsafe host_error_text(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// What to do about a limit or a lack of the system's; nil where it depends on what the call was for.
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

  /// The system's words, with the call's name.
  package var description: String { "\(call): \(Self.text(of: code))" }
}

/// The result of a function of CHostSystem: itself from 0 up, else the error it stands for.
package func checked(_ result: CInt, _ call: String) throws(SystemError) -> CInt {
  guard result >= 0 else { throw SystemError(call: call, code: -result) }
  return result
}
