/// Rows as they are shown, for programs that read them.
package enum StrippedRow {
  /// Appends what is shown of a row: no escape sequences, pictures of other control characters, and where a
  /// backspace or a carriage return went back, what was written last.
  ///
  /// Bytes that are not UTF-8 stay. Tabs stay, but for rows that went back: there what stands where counts.
  package static func append(_ row: Span<UInt8>, to output: inout [UInt8]) {
    guard row.indices.contains(where: { row[$0] == 0x08 || row[$0] == 0x0D }) else {
      return HarmlessText.appendKeepingBytes(row, to: &output)
    }
    var shown = ShownText()
    shown.read(row)
    output += shown.bytes
  }
}
