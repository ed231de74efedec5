internal import ChildPluginAPI

/// A range of a text's bytes with the style and link that escape sequences in the text give it, for
/// a plugin's child to draw.
public struct StyleRun: Equatable, Sendable {
  /// The range of bytes, without the sequences themselves.
  public let bytes: Range<Int>
  /// The style; `none` for colours that the text does not set.
  public let style: Style
  /// The bytes of the address of a link (OSC 8) in the text; nil without a link.
  public let link: Range<Int>?
}

extension StyleRun {
  fileprivate init(_ run: childplugin_style_run_t) {
    var style = Style()
    style.attributes = Style.Attributes(rawValue: run.attributes)
    style.foreground = Colour(code: run.foreground)
    style.background = Colour(code: run.background)
    style.underline = Style.Underline(rawValue: run.underline) ?? .plain
    style.underlineColour = Colour(code: run.underline_colour)
    let link = Range(run.link)
    self.init(bytes: Range(run.bytes), style: style, link: link.isEmpty ? nil : link)
  }
}

extension Range<Int> {
  fileprivate init(_ range: childplugin_range_t) {
    let start = Int(clamping: range.start)
    self = start..<Swift.max(start, Int(clamping: range.end))
  }
}

extension Host {
  /// Reads a cell's colours, attributes and links, from escape sequences in its row up to its end.
  ///
  /// - Parameters:
  ///   - row: a row number of the content.
  ///   - column: a column; nil for the whole row.
  ///   - runs: is replaced; parts of the bytes of ``Content/read(row:column:into:limit:)``, in order. Empty in a host
  ///     of ABI 1.1.
  public func readStyles(row: Int, column: Int?, into runs: inout [StyleRun]) {
    runs.removeAll(keepingCapacity: true)
    guard row >= 0, let ask = unsafe stylesTable?.of_cell else { return }
    let column = column.map { UInt32(clamping: $0) } ?? UInt32.max
    unsafe read(into: &runs) { unsafe ask(pointer, UInt64(row), column, $0, $1) }
  }

  /// Reads the styles of any other text; see ``readStyles(row:column:into:)``.
  public func readStyles(of text: TextBuffer, into runs: inout [StyleRun]) {
    runs.removeAll(keepingCapacity: true)
    guard let ask = unsafe stylesTable?.of_text else { return }
    unsafe text.withText(0..<text.count) { text in
      unsafe read(into: &runs) { unsafe ask(pointer, childplugin_text_t(text), $0, $1) }
    }
  }

  private func read(
    into runs: inout [StyleRun],
    _ ask: (UnsafeMutablePointer<childplugin_style_run_t>?, UInt64) -> UInt64
  ) {
    var capacity = 32
    while true {
      var count = 0
      let read = unsafe [childplugin_style_run_t](unsafeUninitializedCapacity: capacity) {
        count = Int(clamping: unsafe ask($0.baseAddress, UInt64(capacity)))
        $1 = min(count, capacity)
      }
      if count <= capacity { return runs.append(contentsOf: read.lazy.map(StyleRun.init)) }
      capacity = count
    }
  }
}
