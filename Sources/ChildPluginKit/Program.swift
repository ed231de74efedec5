internal import ChildPluginAPI

/// A program for ``Host/run(_:)``.
///
/// There is no shell: who wants one names it, `["sh", "-c", "…"]`.
public struct Program: Sendable {
  /// Its name, which is looked for in `PATH`, or its path, and its arguments.
  public var words: [String]
  /// What it reads from its standard input, at most 1 MiB; empty: nothing.
  public var input: [UInt8]
  /// The marked rows, or where none is the row that the user is on, are arguments after the others.
  public var addsRowsToWords: Bool
  /// They are its input, a line each, in place of ``input``.
  public var readsRows: Bool
  /// It has the terminal until it ends, as an editor must: without an input, and without outputs in its end.
  ///
  /// Only for a child in front to which the user has done something.
  public var usesTerminal: Bool

  /// A program.
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

/// What has become of a program.
public struct ProgramEnd: Sendable {
  /// How it ended.
  public enum Outcome: Equatable, Sendable {
    /// By itself, with this status.
    case exited(Int)
    /// By this signal.
    case killed(signal: Int)
    /// It never ran; ``ProgramEnd/errors`` says why.
    case notStarted
    /// In a way that this kit does not know yet.
    case other
  }

  /// What ``Host/run(_:)`` returned.
  public var number: UInt64
  /// How it ended.
  public var outcome: Outcome
  /// What it wrote to its standard output, as it came; the first 1 MiB.
  public var output: [UInt8]
  /// The same of standard error.
  public var errors: [UInt8]
  /// It wrote more than is in ``output``.
  public var isOutputCut: Bool
  /// It wrote more than is in ``errors``.
  public var areErrorsCut: Bool
}

/// A child that is told what has become of its programs.
///
/// It is drawn after it in any case.
public protocol ProgramChild: ChildPlugin {
  /// A program of ``Host/run(_:)`` has ended; once for each.
  func programDidEnd(_ end: ProgramEnd)
}

extension ProgramChild {
  /// Itself.
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
