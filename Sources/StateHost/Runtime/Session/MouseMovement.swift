/// Drops and delays events of mouse movement without a button, so that children receive only the last position, at
/// most once a frame.
struct MouseMovement {
  /// The duration of a frame.
  private static let restNanoseconds: Int64 = 16_666_667

  /// When the next movement may be delivered.
  private var dueNanoseconds = Int64.min

  /// Removes every movement that another event follows, which makes it obsolete.
  ///
  /// - Parameters:
  ///   - events: the events in order of arrival.
  ///   - keepsFirst: whether to keep the first event, which a child is already handling.
  func thin(_ events: inout [PendingInput], keepingFirst keepsFirst: Bool) {
    guard events.count > 1 else { return }
    let last = events.count - 1
    var index = 0
    events.removeAll { event in
      defer { index += 1 }
      return event.isMovement && index < last && !(index == 0 && keepsFirst)
    }
  }

  /// Whether an event may be delivered now; a movement starts the interval anew.
  mutating func allows(_ event: PendingInput, atNanoseconds now: Int64) -> Bool {
    guard event.isMovement else { return true }
    guard now >= dueNanoseconds else { return false }
    dueNanoseconds = now + Self.restNanoseconds
    return true
  }

  /// When a movement at the front of the queue is due.
  func deadline(of events: [PendingInput]) -> Int64? {
    events.first?.isMovement == true ? dueNanoseconds : nil
  }
}
