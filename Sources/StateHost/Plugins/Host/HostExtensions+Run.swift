internal import ChildPluginAPI

/// Programs that the host runs for children.
extension HostExtensions {
  static func runTable() -> childplugin_host_run_t {
    unsafe childplugin_host_run_t(
      size: UInt32(MemoryLayout<childplugin_host_run_t>.size), reserved: 0,
      run: { host, program in
        guard let side = unsafe HostTable.entering(host, .run) else { return 0 }
        guard let program = unsafe program else {
          side.report(.nullArgument(.run))
          return 0
        }
        do throws(Refusal) {
          guard let program = try unsafe side.program(program) else { return 0 }
          return try side.start(program)
        } catch {
          side.report(error, of: .run)
          return 0
        }
      },
      cancel: { host, number in
        unsafe HostTable.entering(host, .cancelRun)?.perform(.cancel(number: number)) ?? false
      })
  }
}

extension HostSide {
  /// Nil, which has been reported, where it is too small.
  fileprivate func program(
    _ address: UnsafePointer<childplugin_program_t>
  ) throws(Refusal) -> ChildProgram? {
    guard let given = unsafe given(address, .run) else { return nil }
    let count = unsafe given.word_count
    guard let texts = unsafe given.words, count <= ChildProgram.wordsLimit else { throw .noProgram }
    return try ChildProgram(
      (0..<Int(count)).map { unsafe Array(bytes(of: texts[$0], .run)) },
      input: unsafe Array(bytes(of: given.input, .run)),
      rowUse: ChildProgram.RowUse(rawValue: unsafe given.flags).intersection(.all),
      usesTerminal: unsafe given.flags & CHILDPLUGIN_PROGRAM_ON_TERMINAL != 0,
      generation: services.contentFacts?.generation ?? 0)
  }

  /// Has it run, and gives the number that its end is told by.
  fileprivate func start(_ program: ChildProgram) throws(Refusal) -> UInt64 {
    guard child?.type.needs.contains(CHILDPLUGIN_NEED_RUN) ?? false else { throw .notDeclared }
    guard perform(.run(program, number: programCount + 1)) else { return 0 }
    programCount += 1
    return programCount
  }
}
