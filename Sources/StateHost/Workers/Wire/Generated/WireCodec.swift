// Made from the types that conform to GeneratedWireValue by `make generate`: do not edit.
internal import HostContent
internal import HostPlugins
internal import HostSurface
internal import HostSystem

extension ChildAnswers {
  func write(to writer: inout ByteWriter) {
    appearing.write(to: &writer)
    disappearing.write(to: &writer)
    insets.write(to: &writer)
    follows.write(to: &writer)
    keyHelp.write(to: &writer)
    words.write(to: &writer)
    extensions.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    appearing = try reader.next()
    disappearing = try reader.next()
    insets = try reader.next()
    follows = try reader.next()
    keyHelp = try reader.next()
    words = try reader.next()
    extensions = try reader.next()
    guard isWithinLimits else { throw .init() }
  }
}

extension CellInsets {
  func write(to writer: inout ByteWriter) {
    top.write(to: &writer)
    right.write(to: &writer)
    bottom.write(to: &writer)
    left.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      top: try reader.next(), right: try reader.next(), bottom: try reader.next(),
      left: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension KeyHelpItem {
  func write(to writer: inout ByteWriter) {
    key.write(to: &writer)
    action.write(to: &writer)
    group.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(key: try reader.next(), action: try reader.next(), group: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension ChildEvent {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .willAppear(let value0): writer.append(1 as UInt8, value0)
    case .didAppear(let value0): writer.append(2 as UInt8, value0)
    case .willDisappear(let value0): writer.append(3 as UInt8, value0)
    case .didDisappear(let value0): writer.append(4 as UInt8, value0)
    case .transitionWillBegin(let value0): writer.append(5 as UInt8, value0)
    case .transitionProgress(let value0, let value1): writer.append(6 as UInt8, value0, value1)
    case .transitionDidEnd(let value0): writer.append(7 as UInt8, value0)
    case .resized(let value0, let value1): writer.append(8 as UInt8, value0, value1)
    case .focus(let value0): writer.append(9 as UInt8, value0)
    case .contentChanged: writer.append(10 as UInt8)
    case .themeChanged: writer.append(11 as UInt8)
    case .situationChanged: writer.append(12 as UInt8)
    case .selectionChanged: writer.append(13 as UInt8)
    case .viewChanged: writer.append(14 as UInt8)
    case .frontChanged: writer.append(15 as UInt8)
    case .message(let value0, let value1): writer.append(16 as UInt8, value0, value1)
    case .woke: writer.append(17 as UInt8)
    case .programEnded(let value0): writer.append(18 as UInt8, value0)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = try reader.next(Self.willAppear)
    case 2: self = try reader.next(Self.didAppear)
    case 3: self = try reader.next(Self.willDisappear)
    case 4: self = try reader.next(Self.didDisappear)
    case 5: self = try reader.next(Self.transitionWillBegin)
    case 6: self = try reader.next(Self.transitionProgress)
    case 7: self = try reader.next(Self.transitionDidEnd)
    case 8: self = try reader.next(Self.resized)
    case 9: self = try reader.next(Self.focus)
    case 10: self = .contentChanged
    case 11: self = .themeChanged
    case 12: self = .situationChanged
    case 13: self = .selectionChanged
    case 14: self = .viewChanged
    case 15: self = .frontChanged
    case 16: self = try reader.next(Self.message)
    case 17: self = .woke
    case 18: self = try reader.next(Self.programEnded)
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension ChildMessage {
  func write(to writer: inout ByteWriter) {
    to.write(to: &writer)
    subject.write(to: &writer)
    body.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(to: try reader.next(), subject: try reader.next(), body: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension ProgramEnd.How {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .exited(let value0): writer.append(1 as UInt8, value0)
    case .killed(let value0): writer.append(2 as UInt8, value0)
    case .notStarted: writer.append(3 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = try reader.next(Self.exited)
    case 2: self = try reader.next(Self.killed)
    case 3: self = .notStarted
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension ChildInput {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .key(let value0): writer.append(1 as UInt8, value0)
    case .mouse(let value0): writer.append(2 as UInt8, value0)
    case .paste(let value0): writer.append(3 as UInt8, value0)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = try reader.next(Self.key)
    case 2: self = try reader.next(Self.mouse)
    case 3: self = try reader.next(Self.paste)
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension ChildKey {
  func write(to writer: inout ByteWriter) {
    code.write(to: &writer)
    modifiers.write(to: &writer)
    text.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(code: try reader.next(), modifiers: try reader.next(), text: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension ChildRequest {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .draw: writer.append(1 as UInt8)
    case .timer(let value0): writer.append(2 as UInt8, value0)
    case .state(let value0, let value1): writer.append(3 as UInt8, value0, value1)
    case .action(let value0): writer.append(4 as UInt8, value0)
    case .select(let value0): writer.append(5 as UInt8, value0)
    case .anchor(let value0): writer.append(6 as UInt8, value0)
    case .mark(let value0, let value1, let value2):
      writer.append(7 as UInt8, value0, value1, value2)
    case .show(let value0): writer.append(8 as UInt8, value0)
    case .find(let value0, let value1, let value2):
      writer.append(9 as UInt8, value0, value1, value2)
    case .endFind: writer.append(10 as UInt8)
    case .front: writer.append(11 as UInt8)
    case .takeText(let value0): writer.append(12 as UInt8, value0)
    case .dock(let value0): writer.append(13 as UInt8, value0)
    case .collapse(let value0): writer.append(14 as UInt8, value0)
    case .remember(let value0, let value1): writer.append(15 as UInt8, value0, value1)
    case .refreshPlace: writer.append(16 as UInt8)
    case .message(let value0): writer.append(17 as UInt8, value0)
    case .run(let value0, let value1): writer.append(18 as UInt8, value0, value1)
    case .cancel(let value0): writer.append(19 as UInt8, value0)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = .draw
    case 2: self = try reader.next(Self.timer)
    case 3: self = try reader.next(Self.state)
    case 4: self = try reader.next(Self.action)
    case 5: self = try reader.next(Self.select)
    case 6: self = try reader.next(Self.anchor)
    case 7: self = try reader.next(Self.mark)
    case 8: self = try reader.next(Self.show)
    case 9: self = try reader.next(Self.find)
    case 10: self = .endFind
    case 11: self = .front
    case 12: self = try reader.next(Self.takeText)
    case 13: self = try reader.next(Self.dock)
    case 14: self = try reader.next(Self.collapse)
    case 15: self = try reader.next(Self.remember)
    case 16: self = .refreshPlace
    case 17: self = try reader.next(Self.message)
    case 18: self = try reader.next(Self.run)
    case 19: self = try reader.next(Self.cancel)
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension ChildAction {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .reload: writer.append(1 as UInt8)
    case .quit: writer.append(2 as UInt8)
    case .acceptRow(let value0): writer.append(3 as UInt8, value0)
    case .acceptRows(let value0): writer.append(4 as UInt8, value0)
    case .acceptText(let value0, let value1): writer.append(5 as UInt8, value0, value1)
    case .clipboard(let value0): writer.append(6 as UInt8, value0)
    case .title(let value0): writer.append(7 as UInt8, value0)
    case .bell: writer.append(8 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = .reload
    case 2: self = .quit
    case 3: self = try reader.next(Self.acceptRow)
    case 4: self = try reader.next(Self.acceptRows)
    case 5: self = try reader.next(Self.acceptText)
    case 6: self = try reader.next(Self.clipboard)
    case 7: self = try reader.next(Self.title)
    case 8: self = .bell
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension CallOrigin {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .input(let value0): writer.append(1 as UInt8, value0)
    case .change: writer.append(2 as UInt8)
    case .other: writer.append(3 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = try reader.next(Self.input)
    case 2: self = .change
    case 3: self = .other
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentAnswer {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .rows(let value0): writer.append(1 as UInt8, value0)
    case .text(let value0): writer.append(2 as UInt8, value0)
    case .selection(let value0): writer.append(3 as UInt8, value0)
    case .rowNumbers(let value0): writer.append(4 as UInt8, value0)
    case .view(let value0): writer.append(5 as UInt8, value0)
    case .matches(let value0): writer.append(6 as UInt8, value0)
    case .gone: writer.append(7 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = try reader.next(Self.rows)
    case 2: self = try reader.next(Self.text)
    case 3: self = try reader.next(Self.selection)
    case 4: self = try reader.next(Self.rowNumbers)
    case 5: self = try reader.next(Self.view)
    case 6: self = try reader.next(Self.matches)
    case 7: self = .gone
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentAnswer.Row {
  func write(to writer: inout ByteWriter) {
    number.write(to: &writer)
    facts.write(to: &writer)
    texts.write(to: &writer)
    matches.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      number: try reader.next(), facts: try reader.next(), texts: try reader.next(),
      matches: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentRowFacts {
  func write(to writer: inout ByteWriter) {
    length.write(to: &writer)
    fullLength.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(length: try reader.next(), fullLength: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentAnswer.Piece {
  func write(to writer: inout ByteWriter) {
    length.write(to: &writer)
    bytes.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(length: try reader.next(), bytes: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentOverview {
  func write(to writer: inout ByteWriter) {
    columns.write(to: &writer)
    texts.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    columns = try reader.next()
    texts = try reader.next()
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentOverview.Column {
  func write(to writer: inout ByteWriter) {
    facts.write(to: &writer)
    name.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(facts: try reader.next(), name: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentColumnFacts {
  func write(to writer: inout ByteWriter) {
    isRightAligned.write(to: &writer)
    width.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(isRightAligned: try reader.next(), width: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension RowRequest {
  func write(to writer: inout ByteWriter) {
    rows.write(to: &writer)
    columns.write(to: &writer)
    textBytes.write(to: &writer)
    wantsMatches.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      rows: try reader.next(), columns: try reader.next(), textBytes: try reader.next(),
      wantsMatches: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension RowRequest.Rows {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .from(let value0, let value1): writer.append(1 as UInt8, value0, value1)
    case .these(let value0): writer.append(2 as UInt8, value0)
    case .places(let value0, let value1): writer.append(3 as UInt8, value0, value1)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = try reader.next(Self.from)
    case 2: self = try reader.next(Self.these)
    case 3: self = try reader.next(Self.places)
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentQuestion {
  func write(to writer: inout ByteWriter) {
    child.write(to: &writer)
    generation.write(to: &writer)
    subject.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(child: try reader.next(), generation: try reader.next(), subject: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentQuestion.Subject {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .rows(let value0): writer.append(1 as UInt8, value0)
    case .cell(let value0, let value1): writer.append(2 as UInt8, value0, value1)
    case .text(let value0): writer.append(3 as UInt8, value0)
    case .selection: writer.append(4 as UInt8)
    case .marks(let value0, let value1): writer.append(5 as UInt8, value0, value1)
    case .markedRows(let value0, let value1): writer.append(6 as UInt8, value0, value1)
    case .view: writer.append(7 as UInt8)
    case .place(let value0): writer.append(8 as UInt8, value0)
    case .matches(let value0, let value1): writer.append(9 as UInt8, value0, value1)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = try reader.next(Self.rows)
    case 2: self = try reader.next(Self.cell)
    case 3: self = try reader.next(Self.text)
    case 4: self = .selection
    case 5: self = try reader.next(Self.marks)
    case 6: self = try reader.next(Self.markedRows)
    case 7: self = .view
    case 8: self = try reader.next(Self.place)
    case 9: self = try reader.next(Self.matches)
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension CellPlace {
  func write(to writer: inout ByteWriter) {
    column.write(to: &writer)
    row.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(column: try reader.next(), row: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension CellRectangle {
  func write(to writer: inout ByteWriter) {
    column.write(to: &writer)
    row.write(to: &writer)
    columns.write(to: &writer)
    rows.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      column: try reader.next(), row: try reader.next(), columns: try reader.next(),
      rows: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension LayerSize {
  func write(to writer: inout ByteWriter) {
    columns.write(to: &writer)
    rows.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(columns: try reader.next(), rows: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension HostMessage {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .grant(let value0): writer.append(1 as UInt8, value0)
    case .grantProgram(let value0): writer.append(2 as UInt8, value0)
    case .order(let value0, let value1, let value2):
      writer.append(3 as UInt8, value0, value1, value2)
    case .scan(let value0): writer.append(4 as UInt8, value0)
    case .check(let value0): writer.append(5 as UInt8, value0)
    case .load(let value0): writer.append(6 as UInt8, value0)
    case .create(let value0): writer.append(7 as UInt8, value0)
    case .read(let value0): writer.append(8 as UInt8, value0)
    case .facts(let value0): writer.append(9 as UInt8, value0)
    case .news(let value0, let value1): writer.append(10 as UInt8, value0, value1)
    case .overview(let value0): writer.append(11 as UInt8, value0)
    case .input(let value0, let value1, let value2, let value3):
      writer.append(12 as UInt8, value0, value1, value2, value3)
    case .draw(let value0, let value1, let value2):
      writer.append(13 as UInt8, value0, value1, value2)
    case .answer(let value0): writer.append(14 as UInt8, value0)
    case .save(let value0): writer.append(15 as UInt8, value0)
    case .destroy(let value0): writer.append(16 as UInt8, value0)
    case .idle: writer.append(17 as UInt8)
    case .end: writer.append(18 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = try reader.next(Self.grant)
    case 2: self = try reader.next(Self.grantProgram)
    case 3: self = try reader.next(Self.order)
    case 4: self = try reader.next(Self.scan)
    case 5: self = try reader.next(Self.check)
    case 6: self = try reader.next(Self.load)
    case 7: self = try reader.next(Self.create)
    case 8: self = try reader.next(Self.read)
    case 9: self = try reader.next(Self.facts)
    case 10: self = try reader.next(Self.news)
    case 11: self = try reader.next(Self.overview)
    case 12: self = try reader.next(Self.input)
    case 13: self = try reader.next(Self.draw)
    case 14: self = try reader.next(Self.answer)
    case 15: self = try reader.next(Self.save)
    case 16: self = try reader.next(Self.destroy)
    case 17: self = .idle
    case 18: self = .end
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension ChildOrder {
  func write(to writer: inout ByteWriter) {
    child.write(to: &writer)
    id.write(to: &writer)
    options.write(to: &writer)
    states.write(to: &writer)
    saved.write(to: &writer)
    isNamed.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      child: try reader.next(), id: try reader.next(), options: try reader.next(),
      states: try reader.next(), saved: try reader.next(), isNamed: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension SourceReadOrder {
  func write(to writer: inout ByteWriter) {
    id.write(to: &writer)
    argument.write(to: &writer)
    options.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(id: try reader.next(), argument: try reader.next(), options: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension CheckOrder {
  func write(to writer: inout ByteWriter) {
    check.write(to: &writer)
    path.write(to: &writer)
    seed.write(to: &writer)
    argument.write(to: &writer)
    options.write(to: &writer)
    programs.write(to: &writer)
    isOwn.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      check: try reader.next(), path: try reader.next(), seed: try reader.next(),
      argument: try reader.next(), options: try reader.next(), programs: try reader.next(),
      isOwn: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension OptionAssignment {
  func write(to writer: inout ByteWriter) {
    id.write(to: &writer)
    name.write(to: &writer)
    text.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(id: try reader.next(), name: try reader.next(), text: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension HostState {
  func write(to writer: inout ByteWriter) {
    host.write(to: &writer)
    selection.write(to: &writer)
    view.write(to: &writer)
    front.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    host = try reader.next()
    selection = try reader.next()
    view = try reader.next()
    front = try reader.next()
    guard isWithinLimits else { throw .init() }
  }
}

extension HostFacts {
  func write(to writer: inout ByteWriter) {
    nowNanoseconds.write(to: &writer)
    terminal.write(to: &writer)
    theme.write(to: &writer)
    content.write(to: &writer)
    situation.write(to: &writer)
    focus.write(to: &writer)
    policy.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    nowNanoseconds = try reader.next()
    terminal = try reader.next()
    theme = try reader.next()
    content = try reader.next()
    situation = try reader.next()
    focus = try reader.next()
    policy = try reader.next()
    guard isWithinLimits else { throw .init() }
  }
}

extension TerminalFacts {
  func write(to writer: inout ByteWriter) {
    columns.write(to: &writer)
    rows.write(to: &writer)
    colours.write(to: &writer)
    isUTF8.write(to: &writer)
    hasMouse.write(to: &writer)
    isMotionReduced.write(to: &writer)
    isDark.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    columns = try reader.next()
    rows = try reader.next()
    colours = try reader.next()
    isUTF8 = try reader.next()
    hasMouse = try reader.next()
    isMotionReduced = try reader.next()
    isDark = try reader.next()
    guard isWithinLimits else { throw .init() }
  }
}

extension ContainerSituation {
  func write(to writer: inout ByteWriter) {
    current.write(to: &writer)
    previous.write(to: &writer)
    isTransitioning.write(to: &writer)
    isPick.write(to: &writer)
    isFollowing.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    current = try reader.next()
    previous = try reader.next()
    isTransitioning = try reader.next()
    isPick = try reader.next()
    isFollowing = try reader.next()
    guard isWithinLimits else { throw .init() }
  }
}

extension FocusFacts {
  func write(to writer: inout ByteWriter) {
    isInFront.write(to: &writer)
    count.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    isInFront = try reader.next()
    count = try reader.next()
    guard isWithinLimits else { throw .init() }
  }
}

extension SelectionFacts {
  func write(to writer: inout ByteWriter) {
    row.write(to: &writer)
    markedCount.write(to: &writer)
    marksRevision.write(to: &writer)
    goneCount.write(to: &writer)
    notice.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    row = try reader.next()
    markedCount = try reader.next()
    marksRevision = try reader.next()
    goneCount = try reader.next()
    notice = try reader.next()
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentFacts {
  func write(to writer: inout ByteWriter) {
    isLoading.write(to: &writer)
    isComplete.write(to: &writer)
    isCut.write(to: &writer)
    isReadOnce.write(to: &writer)
    isPlain.write(to: &writer)
    failure.write(to: &writer)
    fraction.write(to: &writer)
    revision.write(to: &writer)
    generation.write(to: &writer)
    columnsRevision.write(to: &writer)
    rows.write(to: &writer)
    bytes.write(to: &writer)
    columns.write(to: &writer)
    beganNanoseconds.write(to: &writer)
    elapsedNanoseconds.write(to: &writer)
    loadedNanoseconds.write(to: &writer)
    failedNanoseconds.write(to: &writer)
    everyNanoseconds.write(to: &writer)
    failures.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    isLoading = try reader.next()
    isComplete = try reader.next()
    isCut = try reader.next()
    isReadOnce = try reader.next()
    isPlain = try reader.next()
    failure = try reader.next()
    fraction = try reader.next()
    revision = try reader.next()
    generation = try reader.next()
    columnsRevision = try reader.next()
    rows = try reader.next()
    bytes = try reader.next()
    columns = try reader.next()
    beganNanoseconds = try reader.next()
    elapsedNanoseconds = try reader.next()
    loadedNanoseconds = try reader.next()
    failedNanoseconds = try reader.next()
    everyNanoseconds = try reader.next()
    failures = try reader.next()
    guard isWithinLimits else { throw .init() }
  }
}

extension ContentFacts.Failure {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .notFound: writer.append(1 as UInt8)
    case .notAllowed: writer.append(2 as UInt8)
    case .exitStatus(let value0): writer.append(3 as UInt8, value0)
    case .signal(let value0): writer.append(4 as UInt8, value0)
    case .read: writer.append(5 as UInt8)
    case .other: writer.append(6 as UInt8)
    case .later(let value0, let value1): writer.append(7 as UInt8, value0, value1)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = .notFound
    case 2: self = .notAllowed
    case 3: self = try reader.next(Self.exitStatus)
    case 4: self = try reader.next(Self.signal)
    case 5: self = .read
    case 6: self = .other
    case 7: self = try reader.next(Self.later)
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension ViewFacts {
  func write(to writer: inout ByteWriter) {
    request.write(to: &writer)
    revision.write(to: &writer)
    rows.write(to: &writer)
    lookedRows.write(to: &writer)
    allRows.write(to: &writer)
    isComplete.write(to: &writer)
    isInOrder.write(to: &writer)
    sortedType.write(to: &writer)
    isContent.write(to: &writer)
    hasMatches.write(to: &writer)
    finds.write(to: &writer)
    find.write(to: &writer)
    problem.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    request = try reader.next()
    revision = try reader.next()
    rows = try reader.next()
    lookedRows = try reader.next()
    allRows = try reader.next()
    isComplete = try reader.next()
    isInOrder = try reader.next()
    sortedType = try reader.next()
    isContent = try reader.next()
    hasMatches = try reader.next()
    finds = try reader.next()
    find = try reader.next()
    problem = try reader.next()
    guard isWithinLimits else { throw .init() }
  }
}

extension ViewFacts.Find {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .none: writer.append(1 as UInt8)
    case .running: writer.append(2 as UInt8)
    case .found(let value0): writer.append(3 as UInt8, value0)
    case .noMatch: writer.append(4 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = .none
    case 2: self = .running
    case 3: self = try reader.next(Self.found)
    case 4: self = .noMatch
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension CellType {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .number: writer.append(1 as UInt8)
    case .size: writer.append(2 as UInt8)
    case .duration: writer.append(3 as UInt8)
    case .time: writer.append(4 as UInt8)
    case .date: writer.append(5 as UInt8)
    case .address: writer.append(6 as UInt8)
    case .version: writer.append(7 as UInt8)
    case .text: writer.append(8 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = .number
    case 2: self = .size
    case 3: self = .duration
    case 4: self = .time
    case 5: self = .date
    case 6: self = .address
    case 7: self = .version
    case 8: self = .text
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension ViewRequest {
  func write(to writer: inout ByteWriter) {
    filter.write(to: &writer)
    sort.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(filter: try reader.next(), sort: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension RowFilter.Kind {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .text: writer.append(1 as UInt8)
    case .expression: writer.append(2 as UInt8)
    case .fuzzy: writer.append(3 as UInt8)
    case .query: writer.append(4 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = .text
    case 2: self = .expression
    case 3: self = .fuzzy
    case 4: self = .query
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension RowFilter.LetterCase {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .smart: writer.append(1 as UInt8)
    case .sensitive: writer.append(2 as UInt8)
    case .insensitive: writer.append(3 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = .smart
    case 2: self = .sensitive
    case 3: self = .insensitive
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension RowSort.Key {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .text: writer.append(1 as UInt8)
    case .number: writer.append(2 as UInt8)
    case .natural: writer.append(3 as UInt8)
    case .score: writer.append(4 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = .text
    case 2: self = .number
    case 3: self = .natural
    case 4: self = .score
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension RequestPolicy {
  func write(to writer: inout ByteWriter) {
    isBundled.write(to: &writer)
    minor.write(to: &writer)
    grants.write(to: &writer)
    activation.write(to: &writer)
    operations.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      isBundled: try reader.next(), minor: try reader.next(), grants: try reader.next(),
      activation: try reader.next(), operations: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension ActivationState {
  func write(to writer: inout ByteWriter) {
    firstUntil.write(to: &writer)
    anyUntil.write(to: &writer)
    spending.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      firstUntil: try reader.next(), anyUntil: try reader.next(), spending: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension RequestPolicy.Operations {
  func write(to writer: inout ByteWriter) {
    view.write(to: &writer)
    find.write(to: &writer)
    programs.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(view: try reader.next(), find: try reader.next(), programs: try reader.next())
    guard isWithinLimits else { throw .init() }
  }
}

extension WorkerMessage {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .opened(let value0): writer.append(1 as UInt8, value0)
    case .step(let value0): writer.append(2 as UInt8, value0)
    case .scanned(let value0): writer.append(3 as UInt8, value0)
    case .created(let value0, let value1, let value2):
      writer.append(4 as UInt8, value0, value1, value2)
    case .refused(let value0, let value1, let value2):
      writer.append(5 as UInt8, value0, value1, value2)
    case .gone(let value0): writer.append(6 as UInt8, value0)
    case .request(let value0, let value1, let value2, let value3):
      writer.append(7 as UInt8, value0, value1, value2, value3)
    case .wake(let value0): writer.append(8 as UInt8, value0)
    case .fault(let value0, let value1, let value2):
      writer.append(9 as UInt8, value0, value1, value2)
    case .answers(let value0, let value1): writer.append(10 as UInt8, value0, value1)
    case .used(let value0, let value1, let value2, let value3):
      writer.append(11 as UInt8, value0, value1, value2, value3)
    case .drawn(let value0, let value1): writer.append(12 as UInt8, value0, value1)
    case .saved(let value0, let value1): writer.append(13 as UInt8, value0, value1)
    case .note(let value0, let value1, let value2):
      writer.append(14 as UInt8, value0, value1, value2)
    case .pluginNote(let value0, let value1): writer.append(15 as UInt8, value0, value1)
    case .pluginFault(let value0, let value1): writer.append(16 as UInt8, value0, value1)
    case .lost(let value0): writer.append(17 as UInt8, value0)
    case .question(let value0): writer.append(18 as UInt8, value0)
    case .idle: writer.append(19 as UInt8)
    case .ended: writer.append(20 as UInt8)
    case .reading(let value0): writer.append(21 as UInt8, value0)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = try reader.next(Self.opened)
    case 2: self = try reader.next(Self.step)
    case 3: self = try reader.next(Self.scanned)
    case 4: self = try reader.next(Self.created)
    case 5: self = try reader.next(Self.refused)
    case 6: self = try reader.next(Self.gone)
    case 7: self = try reader.next(Self.request)
    case 8: self = try reader.next(Self.wake)
    case 9: self = try reader.next(Self.fault)
    case 10: self = try reader.next(Self.answers)
    case 11: self = try reader.next(Self.used)
    case 12: self = try reader.next(Self.drawn)
    case 13: self = try reader.next(Self.saved)
    case 14: self = try reader.next(Self.note)
    case 15: self = try reader.next(Self.pluginNote)
    case 16: self = try reader.next(Self.pluginFault)
    case 17: self = try reader.next(Self.lost)
    case 18: self = try reader.next(Self.question)
    case 19: self = .idle
    case 20: self = .ended
    case 21: self = try reader.next(Self.reading)
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}

extension SourceStatusMessage {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .namesColumns: writer.append(1 as UInt8)
    case .progress(let value0): writer.append(2 as UInt8, value0)
    case .failure(let value0, let value1): writer.append(3 as UInt8, value0, value1)
    case .done: writer.append(4 as UInt8)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.uint8() {
    case 1: self = .namesColumns
    case 2: self = try reader.next(Self.progress)
    case 3: self = try reader.next(Self.failure)
    case 4: self = .done
    default: throw .init()
    }
    guard isWithinLimits else { throw .init() }
  }
}
