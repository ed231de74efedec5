import ChildPluginAPI

/// The tables by which every fake host takes down what a child asks for: actions, programs, places, the focus and
/// messages; and reads options as what they mean.
@safe struct FakeAsking: @unchecked Sendable {
  static let shared = FakeAsking()

  private let options: UnsafeMutablePointer<childplugin_host_options_t>
  private let actions: UnsafeMutablePointer<childplugin_host_actions_t>
  private let run: UnsafeMutablePointer<childplugin_host_run_t>
  private let place: UnsafeMutablePointer<childplugin_host_place_t>
  private let collapse: UnsafeMutablePointer<childplugin_host_collapse_t>
  private let focus: UnsafeMutablePointer<childplugin_host_focus_t>
  private let messages: UnsafeMutablePointer<childplugin_host_messages_t>
  private let situation: UnsafeMutablePointer<childplugin_host_situation_t>
  private let selection: UnsafeMutablePointer<childplugin_host_selection_t>

  /// The table of an extension; nil for those that are none of these.
  func table(_ id: String) -> UnsafeRawPointer? {
    switch id {
    case CHILDPLUGIN_HOST_OPTIONS: unsafe UnsafeRawPointer(options)
    case CHILDPLUGIN_HOST_ACTIONS: unsafe UnsafeRawPointer(actions)
    case CHILDPLUGIN_HOST_RUN: unsafe UnsafeRawPointer(run)
    case CHILDPLUGIN_HOST_PLACE: unsafe UnsafeRawPointer(place)
    case CHILDPLUGIN_HOST_COLLAPSE: unsafe UnsafeRawPointer(collapse)
    case CHILDPLUGIN_HOST_FOCUS: unsafe UnsafeRawPointer(focus)
    case CHILDPLUGIN_HOST_MESSAGES: unsafe UnsafeRawPointer(messages)
    case CHILDPLUGIN_HOST_SITUATION: unsafe UnsafeRawPointer(situation)
    case CHILDPLUGIN_HOST_SELECTION: unsafe UnsafeRawPointer(selection)
    default: nil
    }
  }

  private init() {
    func kept<Table>(_ table: Table) -> UnsafeMutablePointer<Table> {
      let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
      unsafe pointer.initialize(to: table)
      return unsafe pointer
    }
    func size<Table>(_ type: Table.Type) -> UInt32 { UInt32(MemoryLayout<Table>.size) }
    unsafe options = kept(
      childplugin_host_options_t(
        size: size(childplugin_host_options_t.self), reserved: 0,
        flag: { host, name, value in
          guard let flag = unsafe Bool(FakeHost.of(host).options[name.fakeString] ?? "") else {
            return false
          }
          unsafe value?.pointee = flag
          return true
        },
        integer: { unsafe FakeAsking.number($0, $1, $2) { Int64($0) } },
        number: { unsafe FakeAsking.number($0, $1, $2) { Double($0) } },
        duration: { unsafe FakeAsking.number($0, $1, $2) { Int64($0) } }))
    unsafe selection = kept(
      childplugin_host_selection_t(
        size: size(childplugin_host_selection_t.self), reserved: 0,
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
    unsafe actions = kept(
      childplugin_host_actions_t(
        size: size(childplugin_host_actions_t.self), reserved: 0,
        accept_text: { unsafe FakeHost.of($0).asks("accept \($1.fakeString) with \($2)") },
        accept_rows: { host, rows, count in
          let rows = unsafe UnsafeBufferPointer(start: rows, count: Int(count))
          return unsafe FakeHost.of(host).asks("accept \(Array(rows))")
        },
        clipboard: { unsafe FakeHost.of($0).asks("copy \($1.fakeString)") },
        title: { unsafe FakeHost.of($0).asks("title \($1.fakeString)") },
        bell: { unsafe FakeHost.of($0).asks("bell") }))
    unsafe run = kept(
      childplugin_host_run_t(
        size: size(childplugin_host_run_t.self), reserved: 0,
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
    unsafe place = kept(
      childplugin_host_place_t(
        size: size(childplugin_host_place_t.self), reserved: 0,
        claim: { unsafe FakeHost.of($0).asks("claim \($1) \($2) \($3) \($4)") },
        refresh: { _ = unsafe FakeHost.of($0).asks("refresh") }))
    unsafe collapse = kept(
      childplugin_host_collapse_t(
        size: size(childplugin_host_collapse_t.self), reserved: 0,
        set: { unsafe FakeHost.of($0).asks("collapse \($1)") }))
    unsafe focus = kept(
      childplugin_host_focus_t(
        size: size(childplugin_host_focus_t.self), reserved: 0,
        ask: { unsafe FakeHost.of($0).asks("front") },
        in_front: { unsafe FakeHost.of($0).performs }, count: { _ in 3 },
        take_text: { _ = unsafe FakeHost.of($0).asks("takes text: \($1)") }))
    unsafe messages = kept(
      childplugin_host_messages_t(
        size: size(childplugin_host_messages_t.self), reserved: 0,
        send: { host, to, subject, body in
          unsafe FakeHost.of(host).asks(
            "say \(subject.fakeString) to \(to.fakeString): \(body.fakeString)")
        }))
    unsafe situation = kept(
      childplugin_host_situation_t(
        size: size(childplugin_host_situation_t.self), reserved: 0,
        flags: {
          unsafe (FakeHost.of($0).performs ? CHILDPLUGIN_SITUATION_TRANSITION : 0)
            | (FakeHost.of($0).isPick ? CHILDPLUGIN_SITUATION_PICK : 0)
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
