/// The texts of the content beside its rows.
public enum ContentText: UInt32, Sendable {
  /// What was asked: the command line, the file.
  case title = 1
  /// What failed, one line.
  case error = 2
  /// The last lines of standard error, with newlines between.
  case errorDetail = 3
  /// What the user can do, one line.
  case remedy = 4
  /// Something to know beside the rows, one line.
  case notice = 5
  /// What there is of a line that has begun and not ended, as a prompt or progress: no row yet, and it may still
  /// change. ``PrintedText`` shows what a carriage return leaves of it. Empty in a host of 1.0.
  case openLine = 6
}

extension Content {
  /// Reads a text of the content into a buffer.
  ///
  /// - Parameters:
  ///   - text: which one.
  ///   - buffer: emptied first.
  ///   - limit: the most bytes to read.
  /// - Returns: the length of the whole text in bytes, 0 when there is none.
  @discardableResult
  public func read(_ text: ContentText, into buffer: inout TextBuffer, limit: Int = 4096) -> Int {
    readText(text.rawValue, into: &buffer, limit: limit)
  }

  /// A text of the content as a string, empty when there is none; at most 4 KiB of it.
  public func text(_ text: ContentText) -> String {
    var buffer = TextBuffer()
    read(text, into: &buffer)
    return buffer.string
  }
}
