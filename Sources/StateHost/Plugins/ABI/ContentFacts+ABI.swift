internal import ChildPluginAPI

extension ContentFacts {
  /// The struct of the ABI.
  var foreign: childplugin_content_t {
    var content = childplugin_content_t()
    content.size = UInt32(MemoryLayout<childplugin_content_t>.size)
    content.flags = flags
    content.revision = revision
    content.generation = generation
    content.rows = rows
    content.bytes = bytes
    content.columns = columns
    if let failure { failure.write(to: &content) }
    content.fraction = fraction ?? 0
    content.began_nanoseconds = beganNanoseconds
    content.elapsed_nanoseconds = elapsedNanoseconds
    content.loaded_nanoseconds = loadedNanoseconds
    content.failed_nanoseconds = failedNanoseconds
    content.every_nanoseconds = everyNanoseconds
    content.failures = failures
    return content
  }

  private var flags: UInt32 {
    var flags: UInt32 = 0
    if isLoading { flags |= CHILDPLUGIN_CONTENT_LOADING }
    if isComplete { flags |= CHILDPLUGIN_CONTENT_COMPLETE }
    if failure != nil { flags |= CHILDPLUGIN_CONTENT_ERROR }
    if fraction != nil { flags |= CHILDPLUGIN_CONTENT_FRACTION }
    if isCut { flags |= CHILDPLUGIN_CONTENT_CUT }
    if isReadOnce { flags |= CHILDPLUGIN_CONTENT_ONCE }
    return flags
  }
}

extension ContentFacts.Failure {
  fileprivate func write(to content: inout childplugin_content_t) {
    switch self {
    case .notFound: content.error_kind = CHILDPLUGIN_ERROR_NOT_FOUND
    case .notAllowed: content.error_kind = CHILDPLUGIN_ERROR_NOT_ALLOWED
    case .exitStatus(let status):
      content.error_kind = CHILDPLUGIN_ERROR_EXIT_STATUS
      content.exit_status = status
    case .signal(let signal):
      content.error_kind = CHILDPLUGIN_ERROR_SIGNAL
      content.error_signal = signal
    case .read: content.error_kind = CHILDPLUGIN_ERROR_READ
    case .other: content.error_kind = CHILDPLUGIN_ERROR_OTHER
    case .later(let kind, let number):
      content.error_kind = kind
      content.exit_status = number
      content.error_signal = number
    }
  }
}

extension ContentColumnFacts {
  var foreign: childplugin_column_t {
    childplugin_column_t(
      size: UInt32(MemoryLayout<childplugin_column_t>.size),
      alignment: isRightAligned ? CHILDPLUGIN_ALIGNMENT_RIGHT : CHILDPLUGIN_ALIGNMENT_LEFT,
      width: Int32(clamping: max(1, width)), reserved: 0)
  }
}

extension ContentRowFacts {
  var foreign: childplugin_row_t {
    childplugin_row_t(
      size: UInt32(MemoryLayout<childplugin_row_t>.size),
      flags: length < fullLength ? CHILDPLUGIN_ROW_CUT : 0, length: length,
      full_length: fullLength)
  }
}

extension TerminalFacts {
  var foreign: childplugin_terminal_t {
    var flags: UInt32 = 0
    if isUTF8 { flags |= CHILDPLUGIN_TERMINAL_UTF8 }
    if hasMouse { flags |= CHILDPLUGIN_TERMINAL_MOUSE }
    if isMotionReduced { flags |= CHILDPLUGIN_TERMINAL_REDUCED_MOTION }
    if isDark { flags |= CHILDPLUGIN_TERMINAL_DARK }
    return childplugin_terminal_t(
      size: UInt32(MemoryLayout<childplugin_terminal_t>.size), flags: flags,
      columns: Int32(clamping: columns), rows: Int32(clamping: rows), colours: colours,
      reserved: 0)
  }
}
