import ChildPluginAPI

/// The extension tables of every fake host: what a child asks for is taken down and performed or
/// not, options are read as what they mean, in a text each byte takes a column.
@safe struct FakeTables: @unchecked Sendable {
  static let shared = FakeTables()
  /// The view of a host of a draft of 1.1, which reads no cells of many rows.
  nonisolated(unsafe) static let viewWithoutCells = unsafe UnsafeRawPointer(
    fakeTable(FakeViewTable.table(), size: MemoryLayout<childplugin_host_view_t>.size - 8))

  private var tables: [String: UnsafeRawPointer] = unsafe [:]

  func table(_ id: String) -> UnsafeRawPointer? { unsafe tables[id] }

  private mutating func add<Table>(_ id: String, _ table: Table) {
    unsafe tables[id] = UnsafeRawPointer(fakeTable(table))
  }

  private init() {
    addFacts()
    addRequests()
  }

  private mutating func addFacts() {
    unsafe add(
      CHILDPLUGIN_HOST_OPTIONS,
      childplugin_host_options_t(
        size: 0, reserved: 0,
        flag: { host, name, value in
          guard let flag = unsafe Bool(FakeHost.of(host).options[name.fakeString] ?? "") else {
            return false
          }
          unsafe value?.pointee = flag
          return true
        },
        integer: { unsafe FakeTables.number($0, $1, $2) { Int64($0) } },
        number: { unsafe FakeTables.number($0, $1, $2) { Double($0) } },
        duration: { unsafe FakeTables.number($0, $1, $2) { Int64($0) } }))
    unsafe add(
      CHILDPLUGIN_HOST_SELECTION,
      childplugin_host_selection_t(
        size: 0, reserved: 0,
        row: { host in
          let host = unsafe FakeHost.of(host)
          guard let content = host.content, content.rows > 0 else { return CHILDPLUGIN_NO_ROW }
          let chosen = min(host.selected ?? 0, content.rows - 1)
          guard let shown = host.view.shown(of: content) else { return UInt64(chosen) }
          if shown.contains(chosen) { return UInt64(chosen) }
          return (shown.first { $0 > chosen } ?? shown.last).map { UInt64($0) }
            ?? CHILDPLUGIN_NO_ROW
        },
        set_row: { host, row in
          unsafe FakeHost.of(host).selected = Int(row)
          return true
        },
        marked_count: { _ in 0 }, is_marked: { _, _ in false }, marked_rows: { _, _, _, _ in 0 },
        mark: { host, row, count, isMarked in
          unsafe FakeHost.of(host).asks("\(isMarked ? "mark" : "unmark") \(row) \(count)")
        },
        anchor: { unsafe FakeHost.of($0).asks("stay at \($1)") },
        gone_count: { unsafe FakeHost.of($0).goneCount },
        notice: { unsafe fakeFill($1, $2, FakeHost.of($0).selectionNotice) }))
    add(CHILDPLUGIN_HOST_VIEW, FakeViewTable.table())
    unsafe add(
      CHILDPLUGIN_HOST_TEXT,
      childplugin_host_text_t(
        size: 0, reserved: 0,
        fit: { _, text, columns, taken in
          let fitting = unsafe min(text.length, UInt64(max(0, columns)))
          unsafe taken?.pointee = Int32(fitting)
          return fitting
        }))
    unsafe add(
      CHILDPLUGIN_HOST_STYLES,
      childplugin_host_styles_t(
        size: 0, reserved: 0,
        of_cell: { host, row, column, runs, capacity in
          guard let content = unsafe FakeHost.of(host).content else { return 0 }
          var attributes: UInt32?
          if column == UInt32.max {
            return unsafe FakeStyles.write(content.row(Int(row)), &attributes, to: runs, capacity)
          }
          for before in 0..<Int(column) {
            _ = unsafe FakeStyles.write(content.cell(Int(row), before), &attributes, to: nil, 0)
          }
          return unsafe FakeStyles.write(
            content.cell(Int(row), Int(column)), &attributes, to: runs, capacity)
        },
        of_text: { _, text, runs, capacity in
          var attributes: UInt32?
          return unsafe FakeStyles.write(text.fakeString, &attributes, to: runs, capacity)
        }))
  }

  private mutating func addRequests() {
    unsafe add(
      CHILDPLUGIN_HOST_ACTIONS,
      childplugin_host_actions_t(
        size: 0, reserved: 0,
        accept_text: { unsafe FakeHost.of($0).asks("accept \($1.fakeString) with \($2)") },
        accept_rows: { host, rows, count in
          let rows = unsafe UnsafeBufferPointer(start: rows, count: Int(count))
          return unsafe FakeHost.of(host).asks("accept \(Array(rows))")
        },
        clipboard: { unsafe FakeHost.of($0).asks("copy \($1.fakeString)") },
        title: { unsafe FakeHost.of($0).asks("title \($1.fakeString)") },
        bell: { unsafe FakeHost.of($0).asks("bell") }))
    unsafe add(
      CHILDPLUGIN_HOST_RUN,
      childplugin_host_run_t(
        size: 0, reserved: 0,
        run: { host, program in
          guard let program = unsafe program?.pointee else { return 0 }
          let words = unsafe UnsafeBufferPointer(
            start: program.words, count: Int(program.word_count))
          let said = unsafe words.map { unsafe $0.fakeString }
          let input = unsafe program.input.fakeString
          let size = unsafe program.size
          let flags = unsafe program.flags
          return unsafe FakeHost.of(host).asks("run \(said) on \(input) as \(flags), \(size) bytes")
            ? 7 : 0
        },
        cancel: { unsafe FakeHost.of($0).asks("cancel \($1)") }))
    unsafe add(
      CHILDPLUGIN_HOST_PLACE,
      childplugin_host_place_t(
        size: 0, reserved: 0,
        claim: { unsafe FakeHost.of($0).asks("claim \($1) \($2) \($3) \($4)") },
        refresh: { _ = unsafe FakeHost.of($0).asks("refresh") }))
    unsafe add(
      CHILDPLUGIN_HOST_COLLAPSE,
      childplugin_host_collapse_t(
        size: 0, reserved: 0,
        set: { unsafe FakeHost.of($0).asks("collapse \($1)") }))
    unsafe add(
      CHILDPLUGIN_HOST_REMEMBER,
      childplugin_host_remember_t(
        size: 0, reserved: 0,
        option: { unsafe FakeHost.of($0).asks("remember \($1.fakeString) \($2.fakeString)") }))
    unsafe add(
      CHILDPLUGIN_HOST_FOCUS,
      childplugin_host_focus_t(
        size: 0, reserved: 0,
        ask: { unsafe FakeHost.of($0).asks("front") },
        in_front: { unsafe FakeHost.of($0).performs }, count: { _ in 3 },
        take_text: { _ = unsafe FakeHost.of($0).asks("takes text: \($1)") }))
    unsafe add(
      CHILDPLUGIN_HOST_MESSAGES,
      childplugin_host_messages_t(
        size: 0, reserved: 0,
        send: { host, to, subject, body in
          unsafe FakeHost.of(host).asks(
            "say \(subject.fakeString) to \(to.fakeString): \(body.fakeString)")
        }))
    unsafe add(
      CHILDPLUGIN_HOST_SITUATION,
      childplugin_host_situation_t(
        size: 0, reserved: 0,
        flags: {
          unsafe (FakeHost.of($0).performs ? CHILDPLUGIN_SITUATION_TRANSITION : 0)
            | (FakeHost.of($0).isPick ? CHILDPLUGIN_SITUATION_PICK : 0)
            | (FakeHost.of($0).isFollowing ? CHILDPLUGIN_SITUATION_FOLLOWING : 0)
        },
        state: { host, which, buffer, capacity in
          let states = [
            CHILDPLUGIN_STATE_CURRENT: "content", CHILDPLUGIN_STATE_PREVIOUS: "loading",
          ]
          return unsafe fakeFill(
            buffer, capacity, FakeHost.of(host).performs ? states[which] ?? "" : "")
        }))
  }

  private static func number<Value>(
    _ host: UnsafePointer<childplugin_host_t>?, _ name: childplugin_text_t,
    _ value: UnsafeMutablePointer<Value>?, _ read: (String) -> Value?
  ) -> Bool {
    guard let text = unsafe FakeHost.of(host).options[name.fakeString], let number = read(text)
    else { return false }
    unsafe value?.pointee = number
    return true
  }
}
