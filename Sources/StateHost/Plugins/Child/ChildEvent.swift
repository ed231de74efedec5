/// A notification that the host sends to a child, the component that a plugin draws, such as "will appear" or
/// "content changed".
package enum ChildEvent: Equatable, Sendable {
  case willAppear(animated: Bool)
  case didAppear(animated: Bool)
  case willDisappear(animated: Bool)
  case didDisappear(animated: Bool)
  case transitionWillBegin(appearing: Bool)
  /// The progress of the child's own transition, 0…1.
  case transitionProgress(appearing: Bool, progress: Double)
  case transitionDidEnd(appearing: Bool)
  /// The size of its layer, in cells.
  case resized(columns: Int, rows: Int)
  /// Whether the child has the key focus.
  case focus(Bool)
  case contentChanged
  case themeChanged
  case situationChanged
  case selectionChanged
  case viewChanged
  case frontChanged
  /// A message from the child with the id `from`.
  case message(ChildMessage, from: String)
  case woke
  case programEnded(ProgramEnd)

  /// Whether something that the child follows has changed, or a program of the child has ended.
  package var isChange: Bool {
    switch self {
    case .contentChanged, .situationChanged, .selectionChanged, .viewChanged, .frontChanged,
      .programEnded:
      true
    default: false
    }
  }
}

/// The set of optional notifications that a plugin's child wants to receive, such as changes of the selection.
package struct EventSubscriptions: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// No events; other modules use this instead of `[]`, for which the runtime looks types up by name.
  package init() { rawValue = 0 }

  /// The progress of the child's own transition.
  package static let transition = EventSubscriptions(rawValue: 1 << 0)
  package static let situation = EventSubscriptions(rawValue: 1 << 1)
  package static let selection = EventSubscriptions(rawValue: 1 << 2)
  package static let view = EventSubscriptions(rawValue: 1 << 3)
  package static let focus = EventSubscriptions(rawValue: 1 << 4)
  /// Messages from other children.
  package static let messages = EventSubscriptions(rawValue: 1 << 5)
  package static let all: EventSubscriptions = [
    transition, situation, selection, view, focus, messages,
  ]
}
