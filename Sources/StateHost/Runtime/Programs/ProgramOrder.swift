internal import HostPlugins

/// The arguments and standard input of an external program that a plugin's child requested, with the user's marked
/// rows already inserted.
struct ProgramOrder {
  var words: [[UInt8]]
  var input: [UInt8]
  var usesTerminal: Bool
}

extension RunContext {
  /// Inserts the current rows into a child's request.
  ///
  /// - Throws: a refusal if the program cannot be run with these rows.
  func order(_ program: ChildProgram) throws(Refusal) -> ProgramOrder {
    var order = ProgramOrder(
      words: program.words, input: program.input, usesTerminal: program.usesTerminal)
    if program.rowUse.isEmpty { return order }
    guard let content, program.generation == content.generation else { throw .otherRows }
    let rows = try chosenRows(of: content)
    if program.rowUse.contains(.input) {
      for row in rows { order.input += row + [UInt8(ascii: "\n")] }
    }
    if program.rowUse.contains(.arguments) {
      guard rows.allSatisfy({ !$0.contains(0) }) else { throw .noProgram }
      order.words += rows
      guard order.words.reduce(0, { $0 + $1.count }) <= ChildProgram.wordBytesLimit else {
        throw .tooLarge
      }
    }
    return order
  }

  /// The marked rows, or the cursor row.
  private func chosenRows(of content: ContentReader) throws(Refusal) -> [[UInt8]] {
    guard let runs = selection.chosenRows else { throw .noRows }
    var rows: [[UInt8]] = []
    var byteCount = 0
    for row in runs.joined() {
      let bytes = content.printedBytes(ofRow: row)
      byteCount += bytes.count + 1
      guard byteCount <= ChildProgram.rowBytesLimit else { throw .tooLarge }
      rows.append(bytes)
    }
    return rows
  }
}
