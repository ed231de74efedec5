internal import ChildPluginAPI

/// Programs that the host runs for the child: its descriptor needs ``ChildNeed/run``, and the user grants it.
extension Host {
  /// Has a program run, beside everything else; ``ProgramChild/programDidEnd(_:)`` tells of its end.
  ///
  /// - Returns: a number for it; nil when it is not run: the log says why. So it is where the host is older than 1.1.
  public func run(_ program: Program) -> UInt64? {
    guard let run = unsafe runTable?.run else { return nil }
    var flags: UInt32 = 0
    if program.addsRowsToWords { flags |= CHILDPLUGIN_PROGRAM_ROWS_AS_ARGUMENTS }
    if program.readsRows { flags |= CHILDPLUGIN_PROGRAM_ROWS_AS_INPUT }
    if program.usesTerminal { flags |= CHILDPLUGIN_PROGRAM_ON_TERMINAL }
    let number = unsafe withABITexts(program.words.map { Array($0.utf8) }) { words in
      unsafe program.input.withUnsafeBufferPointer { input in
        var asked = unsafe childplugin_program_t()
        unsafe asked.size = tableSize(childplugin_program_t.self)
        unsafe asked.flags = flags
        unsafe asked.words = words.baseAddress
        unsafe asked.word_count = UInt32(clamping: words.count)
        unsafe asked.input = unsafe childplugin_text_t(input)
        return unsafe run(pointer, &asked)
      }
    }
    return number == 0 ? nil : number
  }

  /// Asks a program, and what it has started, to end; its end is told as any other's.
  ///
  /// - Returns: false when there is none of that number any more.
  @discardableResult
  public func cancel(_ number: UInt64) -> Bool {
    guard let cancel = unsafe runTable?.cancel else { return false }
    return unsafe cancel(pointer, number)
  }
}

/// Hands texts over for the length of a call.
private func withABITexts<Result>(
  _ texts: [[UInt8]], _ body: (UnsafeBufferPointer<childplugin_text_t>) -> Result
) -> Result {
  let all = Array(texts.joined())
  return unsafe all.withUnsafeBufferPointer { bytes in
    var start = 0
    var lent: [childplugin_text_t] = unsafe []
    for text in texts {
      unsafe lent.append(
        childplugin_text_t(UnsafeBufferPointer(rebasing: bytes[start..<start + text.count])))
      start += text.count
    }
    return unsafe lent.withUnsafeBufferPointer { unsafe body($0) }
  }
}
