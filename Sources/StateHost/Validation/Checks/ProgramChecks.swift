internal import HostPlugins

/// Programs that a plugin has the host run.
enum ProgramChecks {
  static var all: [Check] {
    [
      Check("programs-in-order", level: 2, "it runs programs that it needs, and asks rightly") {
        trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          child.live()
          try trial.expectNoFault(
            "words without NUL, sizes in range, and CHILDPLUGIN_NEED_RUN among its needs"
          ) {
            [.notDeclared, .noProgram, .tooLarge, .twoInputs].map {
              ChildFault.Kind.refused(.run, $0)
            }
            .contains($0)
          }
          if let program = child.services.unscripted.first {
            throw .failed(
              expected: "in the file of --programs, a result for each program that it runs",
              happened: "there is none for \"\(program.what)\"", place: program.place)
          }
        }
      },
      Check("terminal-when-asked", level: 3, "it hands nobody's terminal over before the user asks")
      {
        trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          child.appear()
          child.change(to: child.services.content)
          child.themeChanged()
          child.draw()
          child.disappear()
          try trial.expectNoFault(
            "CHILDPLUGIN_PROGRAM_ON_TERMINAL only after a key or the mouse, in front"
          ) { $0 == .refused(.run, .unasked) }
        }
      },
      Check("programs-end-anyhow", level: 3, "it lives with any end of a program, also of none") {
        trial throws(CheckEnd) in
        try trial.forEachChild(
          having: "an extension for the ends of programs", { $0.extensions.run != nil }
        ) { child throws(CheckEnd) in
          child.appear()
          for end in ends {
            child.live()
            child.end(end)
            // Of which it knows nothing.
            child.child.programEnded(end(.max))
            child.draw()
          }
          child.disappear()
          child.end(ends[0])
        }
      },
    ]
  }

  private static let ends: [@Sendable (UInt64) -> ProgramEnd] = [
    { ProgramEnd($0, notStarted: "the command was not found: rm: check the name and PATH") },
    { ProgramEnd($0, refused: .notGranted("run", id: "the child")) },
    { ProgramEnd($0, .exited(0)) },
    { ProgramEnd($0, .exited(255), errors: text([0x1B, 0x5B, 0xFF, 0x00, 0x0A])) },
    { ProgramEnd($0, .killed(signal: 9), output: text([0xC3])) },
    { ProgramEnd($0, .exited(0), output: long, errors: long) },
  ]

  private static func text(_ bytes: [UInt8]) -> ProgramEnd.Output { ProgramEnd.Output(bytes) }

  private static let long = ProgramEnd.Output(
    Array(repeating: 0x78, count: ProgramEnd.Output.bytesLimit), isCut: true)
}
