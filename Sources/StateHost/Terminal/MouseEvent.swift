package import HostText

/// A terminal's mouse event: action, button, modifier keys, and the cell's column and row.
package struct MouseEvent: Hashable, Sendable {
  /// The action of a mouse event, as the terminal reports it to the host: a button pressed or
  /// released, a drag, a movement without a button, or one step of the wheel in a direction.
  package enum Action: Hashable, Sendable {
    case press, release
    /// Movement with a button down.
    case drag
    /// Movement without a button.
    case move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  /// The button of a mouse event, as the terminal reports it: left, middle, right or another;
  /// `none` for the wheel, for a movement without a button, and where it is not reported.
  package enum Button: Hashable, Sendable {
    case none, left, middle, right
    /// Another button, such as back or forward.
    case other
  }

  package let action: Action
  package let button: Button
  /// From 0, at the left.
  package let column: Int
  /// From 0, at the top.
  package let row: Int
  package let modifiers: Key.Modifiers

  package init(
    _ action: Action, _ button: Button = .none, column: Int, row: Int,
    modifiers: Key.Modifiers = []
  ) {
    self.action = action
    self.button = button
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}

// MARK: - Parsing

extension MouseEvent {
  private static let motionBit = 32
  private static let wheelBit = 64
  private static let otherButtonBit = 128

  /// `CSI < button ; column ; row M` (`m` for a release), or without `<` (urxvt).
  init?(control sequence: ControlSequence) {
    guard sequence.count == 3, sequence.intermediate == 0 else { return nil }
    let isReleased = sequence.final == UInt8(ascii: "m")
    let column = sequence.value(1, default: 1)
    let row = sequence.value(2, default: 1)
    if sequence.prefix == UInt8(ascii: "<") {
      self.init(
        bits: sequence.value(0, default: 0), column: column, row: row, isReleased: isReleased)
    } else {
      let bits = sequence.value(0, default: 0) - 32
      guard sequence.prefix == 0, !isReleased, bits >= 0 else { return nil }
      self.init(bits: bits, column: column, row: row, isReleased: bits & 3 == 3)
    }
  }

  /// `CSI M` and three bytes with an offset of 32 (X10).
  init?(legacy bits: UInt8, column: UInt8, row: UInt8) {
    guard bits >= 32, column > 32, row > 32 else { return nil }
    let number = Int(bits) - 32
    self.init(
      bits: number, column: Int(column) - 32, row: Int(row) - 32, isReleased: number & 3 == 3)
  }

  private init?(bits: Int, column: Int, row: Int, isReleased: Bool) {
    let button: Button =
      if bits & Self.otherButtonBit != 0 { .other } else {
        switch bits & 3 {
        case 0: .left
        case 1: .middle
        case 2: .right
        default: .none
        }
      }
    let action: Action
    if bits & Self.wheelBit != 0 {
      guard bits & (Self.motionBit | Self.otherButtonBit) == 0 else { return nil }
      action =
        switch bits & 3 {
        case 0: .wheelUp
        case 1: .wheelDown
        case 2: .wheelLeft
        default: .wheelRight
        }
    } else if bits & Self.motionBit != 0 {
      action = button == .none ? .move : .drag
    } else {
      action = isReleased ? .release : .press
    }
    var modifiers: Key.Modifiers = []
    if bits & 4 != 0 { modifiers.insert(.shift) }
    if bits & 8 != 0 { modifiers.insert(.alt) }
    if bits & 16 != 0 { modifiers.insert(.control) }
    self.init(
      action, bits & Self.wheelBit != 0 ? .none : button, column: max(0, column - 1),
      row: max(0, row - 1), modifiers: modifiers)
  }
}
