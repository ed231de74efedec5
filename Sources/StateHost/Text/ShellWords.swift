/// A function that joins words to a POSIX shell command line for a message, quoting as needed.
package enum ShellWords {
  /// The words separated by spaces, quoted if necessary, such as `grep -r 'two words' .`.
  package static func quoted(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
    // Inside single quotes only the quote is special.
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isAlphanumeric || "_@%+=:,./-".utf8.contains(byte)
  }
}
