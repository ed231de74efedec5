internal import ChildPluginAPI
internal import HostContent
internal import HostSurface

/// The host functions that make requests; the tables in `HostTables` lead here.
extension ChildHostContext {
  func invalidate() { _ = perform(.draw) }

  func wakeAfter(_ nanoseconds: Int64) -> Bool {
    perform(.timer(afterNanoseconds: nanoseconds < 0 ? nil : nanoseconds))
  }

  func requestState(_ state: childplugin_text_t, _ animated: Bool) -> Bool {
    perform(.state(unsafe string(state, .requestState), animated: animated))
  }

  func perform(_ action: UInt32, _ argument: Int64) -> Bool {
    switch (action, argument) {
    case (CHILDPLUGIN_ACTION_RELOAD, 0): perform(.action(.reload))
    case (CHILDPLUGIN_ACTION_QUIT, 0): perform(.action(.quit))
    case (CHILDPLUGIN_ACTION_ACCEPT_ROW, 0...): perform(.action(.acceptRow(UInt64(argument))))
    default: false
    }
  }

  // MARK: The selection and focus

  func selectionSetRow(_ row: UInt64) -> Bool { perform(.select(row: row)) }

  func selectionMark(_ row: UInt64, _ count: UInt64, _ isMarked: Bool) -> Bool {
    do throws(Refusal) {
      try services.perform(.mark(row: row, count: count, isMarked: isMarked), during: call)
      return true
    } catch {
      report(error, of: .selectionMark)
      // As the header specifies.
      return error == .tooScattered
    }
  }

  func selectionAnchor(_ which: UInt32) -> Bool {
    SelectionAnchor(rawValue: which).map { perform(.anchor($0)) } ?? false
  }

  func focusAsk() -> Bool { perform(.front) }
  func focusTakeText(_ takesText: Bool) { _ = perform(.takeText(takesText)) }

  // MARK: The view

  func viewShow(
    _ filter: UnsafePointer<childplugin_filter_t>?, _ sort: UnsafePointer<childplugin_sort_t>?
  ) -> Bool {
    var request = ViewRequest()
    if let filter = unsafe filter {
      guard let wanted = unsafe self.filter(filter, .viewShow) else { return false }
      request.filter = wanted.text.isEmpty ? nil : wanted
    }
    if let sort = unsafe sort {
      guard let given = unsafe given(sort, .viewShow), let wanted = RowSort(given) else {
        return false
      }
      request.sort = wanted
    }
    return perform(.show(request))
  }

  func viewFind(
    _ filter: UnsafePointer<childplugin_filter_t>?, _ place: UInt64, _ flags: UInt32
  ) -> Bool {
    guard let filter = unsafe filter else { return perform(.endFind) }
    guard let wanted = unsafe self.filter(filter, .viewFind) else { return false }
    return perform(
      .find(
        wanted, fromPlace: place == CHILDPLUGIN_NO_ROW ? nil : place,
        isBackward: flags & CHILDPLUGIN_FIND_BACKWARD != 0))
  }

  /// Reads a filter and its text; nil when it is invalid.
  private func filter(
    _ address: UnsafePointer<childplugin_filter_t>, _ function: HostFunction
  ) -> RowFilter? {
    guard let given = unsafe given(address, function) else { return nil }
    return unsafe RowFilter(given, text: bytes(of: given.text, function))
  }

  // MARK: Actions

  func actionsAcceptText(_ text: childplugin_text_t, _ exitStatus: Int32) -> Bool {
    let bytes = unsafe bytes(of: text, .actionsAcceptText)
    guard let status = UInt8(exactly: exitStatus) else {
      report(.exitStatusOutOfRange)
      return false
    }
    guard bytes.count <= ChildAction.acceptedBytesLimit else { return false }
    return perform(.action(unsafe .acceptText(Array(bytes), exitStatus: status)))
  }

  func actionsAcceptRows(_ rows: UnsafePointer<UInt64>?, _ count: UInt64) -> Bool {
    guard let rows = unsafe rows else {
      if count > 0 { report(.nullArgument(.actionsAcceptRows)) }
      return false
    }
    guard 1...UInt64(ChildAction.acceptedRowsLimit) ~= count else { return false }
    return perform(
      .action(unsafe .acceptRows(Array(UnsafeBufferPointer(start: rows, count: Int(count))))))
  }

  func actionsClipboard(_ text: childplugin_text_t) -> Bool {
    let bytes = unsafe bytes(of: text, .actionsClipboard)
    guard 1...ChildAction.clipboardBytesLimit ~= bytes.count else { return false }
    return perform(.action(unsafe .clipboard(Array(bytes))))
  }

  func actionsTitle(_ text: childplugin_text_t) -> Bool {
    perform(.action(.title(ChildAction.title(unsafe string(text, .actionsTitle)))))
  }

  func actionsBell() -> Bool { perform(.action(.bell)) }

  // MARK: The place and messages

  func placeClaim(_ edge: UInt32, _ unit: UInt32, _ extent: UInt32, _ minimum: UInt32) -> Bool {
    let dock = Dock(edge: edge, unit: unit, extent: extent, minimum: minimum)
    guard dock != nil || edge == CHILDPLUGIN_EDGE_NONE else {
      report(.claimOutOfRange)
      return false
    }
    return perform(.dock(dock))
  }

  func placeRefresh() { _ = perform(.refreshPlace) }
  func collapseSet(_ isCollapsed: Bool) -> Bool { perform(.collapse(isCollapsed)) }

  func rememberOption(_ name: childplugin_text_t, _ value: childplugin_text_t) -> Bool {
    let (name, value) = unsafe (string(name, .rememberOption), string(value, .rememberOption))
    return child?.type.option(name, taking: value) != nil
      && perform(.remember(option: name, value: value))
  }

  func messagesSend(
    _ to: childplugin_text_t, _ subject: childplugin_text_t, _ body: childplugin_text_t
  ) -> Bool {
    let body = unsafe bytes(of: body, .messagesSend)
    guard body.count <= ChildMessage.bodyBytesLimit else { return false }
    let message = ChildMessage(
      to: unsafe string(to, .messagesSend), subject: unsafe string(subject, .messagesSend),
      body: unsafe Array(body))
    return message.isWithinLimits && perform(.message(message))
  }

  // MARK: Programs

  func runRun(_ program: UnsafePointer<childplugin_program_t>?) -> UInt64 {
    guard let program = unsafe program else {
      report(.nullArgument(.runRun))
      return 0
    }
    do throws(Refusal) {
      guard let program = try unsafe self.program(program) else { return 0 }
      try start(program)
    } catch {
      report(error, of: .runRun)
      // Plugins built for 1.1 expect 0.
      if kind.minor < 2 { return 0 }
      refusedPrograms.append(ProgramEnd(programCount + 1, refused: error))
      _ = perform(.draw)
    }
    programCount += 1
    return programCount
  }

  func runCancel(_ number: UInt64) -> Bool { perform(.cancel(number: number)) }

  /// Reads a program; nil, which has been reported, when the struct is too small.
  private func program(
    _ address: UnsafePointer<childplugin_program_t>
  ) throws(Refusal) -> ChildProgram? {
    guard let given = unsafe given(address, .runRun) else { return nil }
    let count = unsafe given.word_count
    guard let texts = unsafe given.words, count <= ChildProgram.wordsLimit else { throw .noProgram }
    var program = try ChildProgram(
      (0..<Int(count)).map { unsafe Array(bytes(of: texts[$0], .runRun)) },
      input: unsafe Array(bytes(of: given.input, .runRun)),
      rowUse: ChildProgram.RowUse(rawValue: unsafe given.flags).intersection(.all),
      usesTerminal: unsafe given.flags & CHILDPLUGIN_PROGRAM_ON_TERMINAL != 0,
      generation: services.facts.content?.generation ?? 0)
    program.endsWithNull = unsafe texts[Int(count) - 1].bytes == nil
    return program
  }

  private func start(_ program: ChildProgram) throws(Refusal) {
    guard child?.type.needs.contains(CHILDPLUGIN_NEED_RUN) ?? false else { throw .notDeclared }
    try services.perform(.run(program, number: programCount + 1), during: call)
  }
}
