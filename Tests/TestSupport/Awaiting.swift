import Foundation

/// Thrown when something that a test waited for did not come.
public struct TimedOut: Error, CustomStringConvertible {
  /// What was waited for and what was there instead.
  public let description: String
}

/// Looks again and again until something is so.
///
/// - Parameters:
///   - wanted: what is waited for, for the message.
///   - seconds: how long at most.
///   - found: what is there instead, for the message.
///   - holds: looks.
/// - Throws: `TimedOut`.
public func wait(
  for wanted: String, seconds: Double = 60, found: () -> String = { "" },
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
