/// The mouse's movement without a button: children hear of the last place alone, at most once a frame.
struct MouseMovement {
  /// As long as a frame lasts.
  private static let restNanoseconds: Int64 = 16_666_667

  /// When the next one may be told.
  private var dueNanoseconds = Int64.min

  /// Leaves out each movement that something follows: what comes then says more.
  ///
  /// - Parameters:
  ///   - events: in the order in which they came.
  ///   - keepsFirst: the first one is with a child already.
  func thin(_ events: inout [PendingInput], keepingFirst keepsFirst: Bool) {
    guard events.count > 1 else { return }
    let last = events.count - 1
    var index = 0
    events.removeAll { event in
      defer { index += 1 }
      return event.isMovement && index < last && !(index == 0 && keepsFirst)
    }
  }

  /// Whether an event may be told now; a movement counts.
  mutating func allows(_ event: PendingInput, atNanoseconds now: Int64) -> Bool {
    guard event.isMovement else { return true }
    guard now >= dueNanoseconds else { return false }
    dueNanoseconds = now + Self.restNanoseconds
    return true
  }

  /// When the movement is due that waits in front of others.
  func deadline(of events: [PendingInput]) -> Int64? {
    events.first?.isMovement == true ? dueNanoseconds : nil
  }
}
