/// Where the terminal's cursor is, as far as is known.
struct CursorState: Equatable {
  var row: Int?
  /// Nil also after the last column was written, and after what terminals measure differently.
  var column: Int?
}

/// The cheapest of the ways to move the cursor to a place.
enum CursorMove: Equatable {
  case stay
  case absolute
  /// CUF or CUB in the same row.
  case sideways
  /// Backspaces.
  case back
  /// To an absolute column of the same row.
  case column
  /// CR, then to the right.
  case rowStart
  /// CUD or CUU in the same column.
  case vertical
  /// CR, line feeds, then to the right.
  case newLine

  /// The way and how many bytes it takes.
  static func cheapest(
    from state: CursorState, to target: CellPlace
  ) -> (move: CursorMove, cost: Int) {
    var best = (move: CursorMove.absolute, cost: absoluteCost(target))
    func consider(_ move: CursorMove, _ cost: Int) {
      if cost < best.cost { best = (move, cost) }
    }
    guard let row = state.row else { return best }
    let fromStart = target.column == 0 ? 0 : EscapeSequence.length(.right, target.column)
    if row == target.row {
      consider(.column, EscapeSequence.length(.column, target.column + 1))
      consider(.rowStart, 1 + fromStart)
      if let column = state.column {
        let distance = target.column - column
        if distance == 0 { return (.stay, 0) }
        consider(.sideways, EscapeSequence.length(.right, abs(distance)))
        if distance < 0 { consider(.back, -distance) }
      }
    } else {
      if row < target.row { consider(.newLine, 1 + target.row - row + fromStart) }
      if state.column == target.column {
        consider(.vertical, EscapeSequence.length(.down, abs(target.row - row)))
      }
    }
    return best
  }

  private static func absoluteCost(_ target: CellPlace) -> Int {
    if target.column == 0 { return EscapeSequence.length(.place, target.row + 1) }
    return 4 + EscapeSequence.digits(of: target.row + 1)
      + EscapeSequence.digits(of: target.column + 1)
  }

  /// Appends the move's bytes.
  func append(from state: CursorState, to target: CellPlace, in bytes: inout OutputSpan<UInt8>) {
    let column = state.column ?? 0
    let row = state.row ?? 0
    switch self {
    case .stay: break
    case .absolute:
      if target.column == 0 {
        EscapeSequence.append(.place, target.row + 1, to: &bytes)
      } else {
        EscapeSequence.append(.place, target.row + 1, target.column + 1, to: &bytes)
      }
    case .sideways:
      let isRight = target.column > column
      EscapeSequence.append(isRight ? .right : .left, abs(target.column - column), to: &bytes)
    case .back:
      for _ in target.column..<column {
        EscapeSequence.append(EscapeSequence.backspace, to: &bytes)
      }
    case .column: EscapeSequence.append(.column, target.column + 1, to: &bytes)
    case .rowStart: Self.appendRowStart(target, to: &bytes)
    case .vertical:
      EscapeSequence.append(target.row > row ? .down : .up, abs(target.row - row), to: &bytes)
    case .newLine:
      EscapeSequence.append(EscapeSequence.carriageReturn, to: &bytes)
      for _ in row..<target.row { EscapeSequence.append(EscapeSequence.lineFeed, to: &bytes) }
      if target.column > 0 { EscapeSequence.append(.right, target.column, to: &bytes) }
    }
  }

  private static func appendRowStart(_ target: CellPlace, to bytes: inout OutputSpan<UInt8>) {
    EscapeSequence.append(EscapeSequence.carriageReturn, to: &bytes)
    if target.column > 0 { EscapeSequence.append(.right, target.column, to: &bytes) }
  }
}
