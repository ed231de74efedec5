/// A JSON text that has been read: its values, and the bytes that places are counted in.
package struct JSONDocument: Sendable {
  package let bytes: [UInt8]
  package let root: JSONValue

  /// Reads a whole text by RFC 8259, strictly.
  ///
  /// - Parameter bytes: UTF-8, at most `sizeLimit` of them.
  /// - Throws: the first problem of the text.
  package init(reading bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    self.root = try reader.readDocument()
    self.bytes = bytes
  }

  /// The greatest size of a text in bytes: 16 MiB.
  package static let sizeLimit = 16 << 20

  /// How deep lists and objects may stand in each other.
  package static let depthLimit = 64
}

/// A place in a text as editors count it, from 1; a column is a character as a reader sees it.
package struct TextPlace: Equatable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Counts the place of a byte: places are asked for only where something is wrong.
  ///
  /// - Parameters:
  ///   - offset: from the start of the text; beyond it, the end of the text is meant.
  ///   - bytes: the text, valid UTF-8 up to the offset.
  package init(ofByte offset: Int, in bytes: [UInt8]) {
    let end = min(max(offset, 0), bytes.count)
    var line = 1
    var lineStart = 0
    for index in 0..<end {
      let isLoneReturn =
        bytes[index] == UInt8(ascii: "\r")
        && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
      if bytes[index] == UInt8(ascii: "\n") || isLoneReturn {
        line += 1
        lineStart = index + 1
      }
    }
    self.line = line
    self.column = String(decoding: bytes[lineStart..<end], as: UTF8.self).count + 1
  }
}
