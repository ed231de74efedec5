internal import ChildPluginAPI

/// How text is laid out.
extension Host {
  /// How much of a text, from its start, fits into so many columns: whole graphemes, up to a newline.
  ///
  /// To wrap a text costs one look at it, whatever its length.
  ///
  /// - Returns: how many bytes of its UTF-8 that are, 0 where not even the first grapheme fits, and how many
  ///   columns they take; nil where the host is older than 1.1.
  public func fit(_ text: String, columns: Int) -> (bytes: Int, columns: Int)? {
    unsafe withABIText(text) { unsafe fit($0, columns) }
  }

  /// How much of a buffer's text, or of a range of its bytes, fits into so many columns; see
  /// ``fit(_:columns:)``.
  public func fit(
    _ text: TextBuffer, bytes: Range<Int>? = nil, columns: Int
  ) -> (bytes: Int, columns: Int)? {
    unsafe text.withText(bytes ?? 0..<text.count) { unsafe fit(childplugin_text_t($0), columns) }
  }

  private func fit(_ text: childplugin_text_t, _ columns: Int) -> (bytes: Int, columns: Int)? {
    guard let table = textTable, let fit = unsafe table.fit else { return nil }
    var taken: Int32 = 0
    let bytes = unsafe fit(pointer, text, Int32(clamping: columns), &taken)
    return unsafe (Int(min(bytes, text.length)), Int(max(0, taken)))
  }
}
