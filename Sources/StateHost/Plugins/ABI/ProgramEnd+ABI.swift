internal import ChildPluginAPI

extension ProgramEnd {
  /// The struct of the ABI, without its texts.
  var foreign: childplugin_program_end_t {
    var end = unsafe childplugin_program_end_t()
    unsafe end.size = unsafe UInt32(MemoryLayout<childplugin_program_end_t>.size)
    unsafe end.number = number
    switch how {
    case .exited(let status):
      unsafe end.kind = CHILDPLUGIN_END_EXITED
      unsafe end.status = status
    case .killed(let signal):
      unsafe end.kind = CHILDPLUGIN_END_SIGNAL
      unsafe end.status = signal
    case .notStarted: unsafe end.kind = CHILDPLUGIN_END_NOT_STARTED
    }
    if output.isCut { unsafe end.flags |= CHILDPLUGIN_END_OUTPUT_CUT }
    if errors.isCut { unsafe end.flags |= CHILDPLUGIN_END_ERRORS_CUT }
    return unsafe end
  }
}
