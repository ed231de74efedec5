internal import Glibc

/// A call to the system that failed.
package struct SystemCallError: Error, Equatable, CustomStringConvertible {
  /// The name of the call, such as `open`.
  package let call: String
  /// The error number, such as `ENOENT`.
  package let code: CInt

  package init(call: String, code: CInt) {
    self.call = call
    self.code = code
  }

  /// The system's words for the error, with the call's name.
  package var description: String {
    unsafe "\(call): \(String(cString: strerror(code)))"
  }
}

/// The result of a HostSystem function: itself from 0 up, else the error it stands for.
package func checked(_ result: CInt, _ call: String) throws(SystemCallError) -> CInt {
  guard result >= 0 else { throw SystemCallError(call: call, code: -result) }
  return result
}
