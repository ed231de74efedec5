import ChildPluginAPI

/// The table by which every fake host lays text out: each byte takes a column.
@safe struct FakeTextTable: @unchecked Sendable {
  static let shared = FakeTextTable()

  let pointer: UnsafeMutablePointer<childplugin_host_text_t>

  private init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(
      to: childplugin_host_text_t(
        size: UInt32(MemoryLayout<childplugin_host_text_t>.size), reserved: 0,
        fit: { _, text, columns, taken in
          let fitting = unsafe min(text.length, UInt64(max(0, columns)))
          unsafe taken?.pointee = Int32(fitting)
          return fitting
        }))
  }
}

/// The table by which every fake host tells styles: any SGR sequence but a reset makes what follows red, and bold where
/// it begins with 1; an OSC has no style.
@safe struct FakeStylesTable: @unchecked Sendable {
  static let shared = FakeStylesTable()

  let pointer: UnsafeMutablePointer<childplugin_host_styles_t>

  static let red: UInt32 = 0x0400_0001

  private init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(
      to: childplugin_host_styles_t(
        size: UInt32(MemoryLayout<childplugin_host_styles_t>.size), reserved: 0,
        of_cell: { host, row, column, runs, capacity in
          guard let content = unsafe FakeHost.of(host).content else { return 0 }
          var attributes: UInt32?
          if column == UInt32.max {
            return unsafe Self.write(content.row(Int(row)), &attributes, to: runs, capacity)
          }
          for before in 0..<Int(column) {
            _ = unsafe Self.write(content.cell(Int(row), before), &attributes, to: nil, 0)
          }
          return unsafe Self.write(
            content.cell(Int(row), Int(column)), &attributes, to: runs, capacity)
        },
        of_text: { _, text, runs, capacity in
          var attributes: UInt32?
          return unsafe Self.write(text.fakeString, &attributes, to: runs, capacity)
        }))
  }

  private static func write(
    _ text: String, _ attributes: inout UInt32?,
    to runs: UnsafeMutablePointer<childplugin_style_run_t>?, _ capacity: UInt64
  ) -> UInt64 {
    var count: UInt64 = 0
    var place = 0
    let pieces = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      var piece = piece
      place += index == 0 ? 0 : 1
      if index > 0, let sequence = piece.prefixMatch(of: /\[([0-9;]*)([A-Za-z])/) {
        if sequence.2 == "m" {
          attributes = sequence.1.isEmpty ? nil : sequence.1.hasPrefix("1") ? 1 : 0
        }
        piece = piece[sequence.range.upperBound...]
        place += sequence.0.utf8.count
      } else if index > 0, let sequence = piece.prefixMatch(of: /\][^\u{7}]*\u{7}/) {
        piece = piece[sequence.range.upperBound...]
        place += sequence.0.utf8.count
      }
      let end = place + piece.utf8.count
      if let attributes, end > place {
        var run = childplugin_style_run_t()
        run.bytes = childplugin_range_t(start: UInt64(place), end: UInt64(end))
        run.foreground = red
        run.attributes = attributes
        if count < capacity { unsafe runs?[Int(count)] = run }
        count += 1
      }
      place = end
    }
    return count
  }
}
