internal import ChildPluginAPI

/// A program that a plugin's child starts, without a shell, with ``Host/run(_:)``: its name and
/// arguments, its input, whether the marked rows (or else the cursor's row) are further arguments
/// or the input, and whether it uses the terminal; `ChildProgram` in the host.
public struct Program: Sendable {
  /// The name, to be found in `PATH`, or the path, and the arguments.
  public var words: [String]
  /// The standard input, at most 1 MiB.
  public var input: [UInt8]
  /// Whether the marked rows, or else the cursor's row, are appended to the arguments.
  public var addsRowsToWords: Bool
  /// Whether these rows are the standard input, one a line, instead of ``input``.
  public var readsRows: Bool
  /// Whether it uses the terminal until it ends, as editors do, without input or captured output.
  ///
  /// Needs the focus and a user activation.
  public var usesTerminal: Bool

  /// Creates a program.
  public init(
    _ words: [String], input: [UInt8] = [], addsRowsToWords: Bool = false, readsRows: Bool = false,
    usesTerminal: Bool = false
  ) {
    self.words = words
    self.input = input
    self.addsRowsToWords = addsRowsToWords
    self.readsRows = readsRows
    self.usesTerminal = usesTerminal
  }
}

/// The result, as a plugin's child receives it, of a program that it started: how it ended, and its
/// standard output and error; the host sends its own `ProgramEnd`.
public struct ProgramEnd: Sendable {
  /// The way in which a program that a child started has ended, as its plugin receives it: an exit
  /// status, a signal, or that it never started; `ProgramEnd.How` in the host.
  public enum Outcome: Equatable, Sendable {
    /// Exited with this status.
    case exited(Int)
    /// Killed by this signal.
    case killed(signal: Int)
    /// Never started; ``ProgramEnd/errors`` has the reason.
    case notStarted
    /// A way of a later version.
    case other
  }

  /// The number that ``Host/run(_:)`` returned.
  public var number: UInt64
  /// How it ended.
  public var outcome: Outcome
  /// The standard output, at most the first 1 MiB.
  public var output: [UInt8]
  /// The standard error, at most the first 1 MiB.
  public var errors: [UInt8]
  /// Whether ``output`` was truncated.
  public var isOutputCut: Bool
  /// Whether ``errors`` was truncated.
  public var areErrorsCut: Bool
}

/// Protocol that a plugin's child adopts to be called when a program that it started with
/// ``Host/run(_:)`` has ended.
public protocol ProgramChild: ChildPlugin {
  /// Called once for each program of ``Host/run(_:)`` when it has ended.
  func programDidEnd(_ end: ProgramEnd)
}

extension ProgramChild {
  /// The child.
  public var programChild: (any ProgramChild)? { self }
}

extension ProgramEnd {
  init(_ end: childplugin_program_end_t) {
    number = unsafe end.number
    let status = unsafe Int(end.status)
    outcome =
      switch unsafe end.kind {
      case CHILDPLUGIN_END_EXITED: .exited(status)
      case CHILDPLUGIN_END_SIGNAL: .killed(signal: status)
      case CHILDPLUGIN_END_NOT_STARTED: .notStarted
      default: .other
      }
    output = unsafe Array(end.output.span)
    errors = unsafe Array(end.errors.span)
    isOutputCut = unsafe end.flags & CHILDPLUGIN_END_OUTPUT_CUT != 0
    areErrorsCut = unsafe end.flags & CHILDPLUGIN_END_ERRORS_CUT != 0
  }
}

extension Host {
  /// Starts a program; ``ProgramChild/programDidEnd(_:)`` is called when it ends.
  ///
  /// The descriptor must list ``ChildNeed/run``, and the user must grant it.
  ///
  /// - Returns: its number, also if refused, which its end reports; nil before 1.1. A host of 1.1
  ///   returns nil for a program that it refuses, with the reason in its log.
  public func run(_ program: Program) -> UInt64? {
    guard let run = unsafe runTable?.run else { return nil }
    var flags: UInt32 = 0
    if program.addsRowsToWords { flags |= CHILDPLUGIN_PROGRAM_ROWS_AS_ARGUMENTS }
    if program.readsRows { flags |= CHILDPLUGIN_PROGRAM_ROWS_AS_INPUT }
    if program.usesTerminal { flags |= CHILDPLUGIN_PROGRAM_ON_TERMINAL }
    let number = unsafe withABITexts(program.words) { words, count in
      unsafe program.input.withUnsafeBufferPointer { input in
        var asked = unsafe sized(childplugin_program_t())
        unsafe asked.flags = flags
        unsafe asked.words = words
        unsafe asked.word_count = count
        unsafe asked.input = unsafe childplugin_text_t(input)
        return unsafe run(pointer, &asked)
      }
    }
    return number == 0 ? nil : number
  }

  /// Terminates a program and the processes that it has started; its end is reported as usual.
  ///
  /// - Returns: false if no program with this number is running.
  @discardableResult
  public func cancel(_ number: UInt64) -> Bool {
    unsafe runTable?.cancel?(pointer, number) ?? false
  }
}
