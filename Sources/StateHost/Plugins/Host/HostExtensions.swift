internal import CHostSystem
internal import ChildPluginAPI
internal import HostSurface

/// The extensions of the host: their functions are the same for every child, so there is one table of each
/// for ever.
@safe struct HostExtensions: @unchecked Sendable {
  static let shared = HostExtensions()

  private let situation = unsafe UnsafeRawPointer(immortal(Self.situationTable()))
  private let selection = unsafe UnsafeRawPointer(immortal(Self.selectionTable()))
  private let view = unsafe UnsafeRawPointer(immortal(Self.viewTable()))
  private let focus = unsafe UnsafeRawPointer(immortal(Self.focusTable()))
  private let options = unsafe UnsafeRawPointer(immortal(Self.optionsTable()))
  private let actions = unsafe UnsafeRawPointer(immortal(Self.actionsTable()))
  private let text = unsafe UnsafeRawPointer(immortal(Self.textTable()))
  private let place = unsafe UnsafeRawPointer(immortal(Self.placeTable()))
  private let messages = unsafe UnsafeRawPointer(immortal(Self.messagesTable()))
  private let run = unsafe UnsafeRawPointer(immortal(Self.runTable()))

  /// The table of an id, which is compared whole; nil where there is none.
  func table(of id: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_SITUATION.utf8) { return unsafe situation }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_SELECTION.utf8) { return unsafe selection }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_VIEW.utf8) { return unsafe view }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_FOCUS.utf8) { return unsafe focus }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_OPTIONS.utf8) { return unsafe options }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_TEXT.utf8) { return unsafe text }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_ACTIONS.utf8) { return unsafe actions }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_PLACE.utf8) { return unsafe place }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_MESSAGES.utf8) { return unsafe messages }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_RUN.utf8) { return unsafe run }
    return nil
  }
}

/// Memory that is never given back.
private func immortal<Table>(_ table: Table) -> UnsafeMutablePointer<Table> {
  let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  unsafe pointer.initialize(to: table)
  return unsafe pointer
}

extension HostExtensions {
  private static func situationTable() -> childplugin_host_situation_t {
    unsafe childplugin_host_situation_t(
      size: UInt32(MemoryLayout<childplugin_host_situation_t>.size), reserved: 0,
      flags: { host in
        let situation = unsafe HostTable.entering(host, .situationFlags)?.services.situation
        return (situation?.isTransitioning ?? false ? CHILDPLUGIN_SITUATION_TRANSITION : 0)
          | (situation?.isPick ?? false ? CHILDPLUGIN_SITUATION_PICK : 0)
      },
      state: { host, which, buffer, capacity in
        guard let side = unsafe HostTable.entering(host, .situationState) else { return 0 }
        let room = unsafe side.room(buffer, capacity, .situationState)
        let situation = side.services.situation
        let name: String? =
          switch which {
          case CHILDPLUGIN_STATE_CURRENT: situation.current
          case CHILDPLUGIN_STATE_PREVIOUS: situation.previous
          default: nil
          }
        return name.map { unsafe copy($0, into: room) } ?? 0
      })
  }

  private static func selectionTable() -> childplugin_host_selection_t {
    unsafe childplugin_host_selection_t(
      size: UInt32(MemoryLayout<childplugin_host_selection_t>.size), reserved: 0,
      row: { host in
        unsafe HostTable.entering(host, .selectionRow)?.services.selection.row
          ?? CHILDPLUGIN_NO_ROW
      },
      set_row: { host, row in
        unsafe HostTable.entering(host, .selectionSetRow)?.perform(.select(row: row)) ?? false
      },
      marked_count: { host in
        unsafe HostTable.entering(host, .selectionMarkedCount)?.services.selection.markedCount ?? 0
      },
      is_marked: { host, row in
        unsafe HostTable.entering(host, .selectionIsMarked)?.services.isMarked(row) ?? false
      },
      marked_rows: { host, first, rows, capacity in
        guard let side = unsafe HostTable.entering(host, .selectionMarkedRows) else { return 0 }
        guard let rows = unsafe rows else {
          if capacity > 0 { side.report(.nullArgument(.selectionMarkedRows)) }
          return 0
        }
        let marked = side.services.markedRows(from: first, count: min(capacity, 1 << 20))
        for (index, row) in marked.enumerated() { unsafe rows[index] = row }
        return UInt64(marked.count)
      },
      mark: { host, row, count, isMarked in
        guard let side = unsafe HostTable.entering(host, .selectionMark) else { return false }
        do throws(Refusal) {
          let request = ChildRequest.mark(row: row, count: count, isMarked: isMarked)
          try side.services.perform(request, during: side.call)
          return true
        } catch {
          side.report(error, of: .selectionMark)
          // The header has it so.
          return error == .tooScattered
        }
      },
      anchor: { host, which in
        guard let side = unsafe HostTable.entering(host, .selectionAnchor),
          let anchor = SelectionAnchor(rawValue: which)
        else { return false }
        return side.perform(.anchor(anchor))
      },
      gone_count: { host in
        unsafe HostTable.entering(host, .selectionGoneCount)?.services.selection.goneCount ?? 0
      },
      notice: { host, buffer, capacity in
        guard let side = unsafe HostTable.entering(host, .selectionNotice) else { return 0 }
        let room = unsafe side.room(buffer, capacity, .selectionNotice)
        return side.services.selection.notice.map { unsafe copy($0, into: room) } ?? 0
      })
  }

  private static func focusTable() -> childplugin_host_focus_t {
    unsafe childplugin_host_focus_t(
      size: UInt32(MemoryLayout<childplugin_host_focus_t>.size), reserved: 0,
      ask: { unsafe HostTable.entering($0, .focusAsk)?.perform(.front) ?? false },
      in_front: {
        unsafe HostTable.entering($0, .focusInFront)?.services.focus.isInFront ?? false
      },
      count: { unsafe HostTable.entering($0, .focusCount)?.services.focus.count ?? 0 },
      take_text: { _ = unsafe HostTable.entering($0, .focusTakeText)?.perform(.takeText($1)) })
  }

  private static func placeTable() -> childplugin_host_place_t {
    unsafe childplugin_host_place_t(
      size: UInt32(MemoryLayout<childplugin_host_place_t>.size), reserved: 0,
      claim: { host, edge, unit, extent, minimum in
        guard let side = unsafe HostTable.entering(host, .placeClaim) else { return false }
        let dock = Dock(edge: edge, unit: unit, extent: extent, minimum: minimum)
        guard dock != nil || edge == CHILDPLUGIN_EDGE_NONE else {
          side.report(.claimOutOfRange)
          return false
        }
        return side.perform(.dock(dock))
      },
      refresh: { _ = unsafe HostTable.entering($0, .placeRefresh)?.perform(.refreshPlace) })
  }

  private static func messagesTable() -> childplugin_host_messages_t {
    unsafe childplugin_host_messages_t(
      size: UInt32(MemoryLayout<childplugin_host_messages_t>.size), reserved: 0,
      send: { host, to, subject, body in
        guard let side = unsafe HostTable.entering(host, .messagesSend) else { return false }
        let body = unsafe side.bytes(of: body, .messagesSend)
        guard body.count <= ChildMessage.bodyBytesLimit else { return false }
        let message = ChildMessage(
          to: unsafe side.string(to, .messagesSend),
          subject: unsafe side.string(subject, .messagesSend), body: unsafe Array(body))
        return message.isWithinLimits && side.perform(.message(message))
      })
  }
}

extension HostExtensions {
  private static func textTable() -> childplugin_host_text_t {
    unsafe childplugin_host_text_t(
      size: UInt32(MemoryLayout<childplugin_host_text_t>.size), reserved: 0,
      fit: { host, text, columns, taken in
        guard let text = unsafe HostTable.bytes(of: text, .textFit, on: host) else { return 0 }
        let fitting = unsafe CanvasText.fit(text, columns: Int(columns))
        if let taken = unsafe taken { unsafe taken.pointee = Int32(clamping: fitting.columns) }
        return UInt64(fitting.bytes)
      })
  }
}

/// Fills a buffer with as much of a text as fits and returns the length of the whole one.
package func copy(_ text: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
  var text = text
  return text.withUTF8 { bytes in
    unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
    return UInt64(bytes.count)
  }
}
