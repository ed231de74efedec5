internal import Glibc
internal import HostSurface
internal import HostText

/// A text that a plugin draws, up to its first newline and with each tab as one space: measures it and puts it on a
/// layer.
@safe struct CanvasText {
  private let bytes: UnsafeRawBufferPointer

  /// Refers to a plugin's text; valid as long as its bytes are.
  init(_ foreign: UnsafeRawBufferPointer) {
    unsafe bytes = Self.prefix(of: foreign, before: "\n")
  }

  /// The width in columns.
  var columns: Int {
    var columns = 0
    forEachPart { part in columns += TextWidth.columns(of: part) }
    return columns
  }

  /// Writes the text on a layer and returns the columns used.
  ///
  /// A wide character that would be cut by the limit is left out.
  func put(on layer: Layer, column: Int, row: Int, maximumColumns: Int, style: Style) -> Int {
    var used = 0
    forEachPart { part in
      var limit = maximumColumns - used
      // No text has more columns than bytes.
      if part.count > limit { limit = TextWidth.prefix(of: part, columns: limit).columns }
      used += layer.put(
        part, column: column + used, row: row, style: style, maximumColumns: limit)
    }
    return used
  }

  /// The longest prefix of a text that fits into a number of columns, and its width; reads no further.
  static func fit(
    _ foreign: UnsafeRawBufferPointer, columns limit: Int
  ) -> (bytes: Int, columns: Int) {
    let bytes = unsafe foreign.assumingMemoryBound(to: UInt8.self).span
    var scanner = GraphemeScanner()
    var fitting = (bytes: 0, columns: 0)
    while true {
      let ascii = scanner.takePlainASCII(in: bytes, atMost: max(0, limit - fitting.columns))
      if !ascii.isEmpty {
        fitting = (ascii.upperBound, fitting.columns + ascii.count)
        continue
      }
      // Any remaining bytes have no width.
      guard scanner.next(in: bytes) else { return (bytes.count, fitting.columns) }
      let end = scanner.clusterEnd
      if scanner.cluster.firstScalar == 0x0A, bytes[end - 1] == 0x0A {
        return (end - 1, fitting.columns)
      }
      let width = scanner.cluster.firstScalar < 0x20 ? 1 : scanner.cluster.width
      guard fitting.columns + width <= limit else { return fitting }
      fitting = (end, fitting.columns + width)
    }
  }

  /// Calls `body` with each part between tabs, and with a space for each tab.
  private func forEachPart(_ body: (Span<UInt8>) -> Void) {
    var rest = unsafe bytes
    while true {
      let part = unsafe Self.prefix(of: rest, before: "\t")
      unsafe body(part.assumingMemoryBound(to: UInt8.self).span)
      guard part.count < rest.count else { return }
      Self.space.withUTF8Buffer { unsafe body($0.span) }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[(part.count + 1)...])
    }
  }

  private static func prefix(
    of bytes: UnsafeRawBufferPointer, before mark: Unicode.Scalar
  ) -> UnsafeRawBufferPointer {
    guard
      let start = bytes.baseAddress,
      let found = unsafe memchr(start, CInt(mark.value), bytes.count)
    else { return unsafe bytes }
    return unsafe UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(found) - start)
  }

  private static let space: StaticString = " "
}
