import Foundation

/// Thrown when something that a test waited for did not come.
public struct TimedOut: Error, CustomStringConvertible {
  /// What was waited for and what was there instead.
  public let description: String
}

/// How many seconds a test waits for what comes at once on an idle machine: where it does not come,
/// the test fails that late; where the machine is busy, it does not fail for that.
public let patienceSeconds: CUnsignedInt = 900

/// How long a plugin may take, as options of the program: for tests whose subject that is not,
/// which are not to fail because a busy machine lets a worker wait.
public let patientDeadlines = ["draw", "call", "create", "end"].flatMap {
  ["--deadline", "\($0)=\(patienceSeconds)s"]
}

/// Looks again and again until something is so; throws `TimedOut` with what there is instead.
public func wait(
  for wanted: String, seconds: Double = Double(patienceSeconds), found: () -> String = { "" },
  until holds: () throws -> Bool
) throws {
  let deadline = Date().addingTimeInterval(seconds)
  while try !holds() {
    guard Date() < deadline else {
      throw TimedOut(description: "no \(wanted) within \(seconds) s; there is:\n\(found())")
    }
    usleep(15_000)
  }
}
