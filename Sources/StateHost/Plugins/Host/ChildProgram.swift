/// A program that a child of a plugin requests the host to start: its command line, its input, the
/// rows that it gets and whether it uses the terminal, checked against limits.
package struct ChildProgram: Equatable, Sendable {
  /// The ways in which a program that a plugin's child starts gets the marked rows, or else the
  /// cursor's: as arguments, as standard input, both or none.
  package struct RowUse: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let arguments = RowUse(rawValue: 1 << 0)
    package static let input = RowUse(rawValue: 1 << 1)
    package static let all: RowUse = [arguments, input]
  }

  /// The name or path, then the arguments, as bytes; never empty.
  package let words: [[UInt8]]
  /// Standard input; empty for none, or when rows are the input.
  package let input: [UInt8]
  package let rowUse: RowUse
  /// Whether the program has the terminal as its standard streams until it ends.
  package let usesTerminal: Bool
  /// The generation of the content that the child has seen; 0 without content.
  package let generation: UInt64
  /// Whether the child has given NULL as the last word, as for `execv`: an empty argument.
  package var endsWithNull = false

  package static let wordsLimit = 1024
  package static let wordBytesLimit = 1 << 20
  package static let inputBytesLimit = 1 << 20
  package static let rowBytesLimit = 4 << 20
  /// The most programs that a child may run at the same time.
  package static let runningLimit = 4

  /// - Throws: why the arguments are not accepted.
  package init(
    _ words: [[UInt8]], input: [UInt8] = [], rowUse: RowUse = [], usesTerminal: Bool = false,
    generation: UInt64 = 0
  ) throws(Refusal) {
    guard 1...Self.wordsLimit ~= words.count, words[0] != [],
      words.allSatisfy({ !$0.contains(0) })
    else { throw .noProgram }
    guard words.reduce(0, { $0 + $1.count }) <= Self.wordBytesLimit,
      input.count <= Self.inputBytesLimit
    else { throw .tooLarge }
    let inputs = [!input.isEmpty, rowUse.contains(.input), usesTerminal]
    guard inputs.count(where: \.self) <= 1 else { throw .twoInputs }
    self.words = words
    self.input = input
    self.rowUse = rowUse
    self.usesTerminal = usesTerminal
    self.generation = generation
  }
}

/// The result of a program that a plugin's child started, as the host passes it to that child: exit
/// status or signal, or that it did not start, and its output, with the number that identifies it.
package struct ProgramEnd: Equatable, Sendable {
  /// The way in which a program that a plugin's child has started came to its end: exited, killed
  /// by a signal, or not started.
  package enum How: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
    /// `errors` has the reason.
    case notStarted
  }

  /// The bytes that a program that a plugin's child has started wrote to standard output or
  /// standard error, truncated to 1 MiB; if it was not started, the reason takes the place of
  /// standard error.
  package struct Output: Equatable, Sendable {
    package private(set) var bytes: [UInt8]
    package private(set) var isCut: Bool

    package static let bytesLimit = 1 << 20

    /// - Parameters:
    ///   - bytes: at most `bytesLimit`.
    ///   - isCut: whether the output was truncated.
    package init(_ bytes: [UInt8] = [], isCut: Bool = false) {
      self.bytes = bytes
      self.isCut = isCut
    }

    package mutating func append(_ more: ArraySlice<UInt8>) {
      let room = Self.bytesLimit - bytes.count
      bytes += more.prefix(room)
      isCut = isCut || more.count > room
    }
  }

  package let number: UInt64
  package let how: How
  package let output: Output
  package let errors: Output

  package init(_ number: UInt64, _ how: How, output: Output = Output(), errors: Output = Output()) {
    self.number = number
    self.how = how
    self.output = output
    self.errors = errors
  }

  package init(_ number: UInt64, notStarted reason: String) {
    self.init(number, .notStarted, errors: Output(Array(reason.utf8)))
  }

  package init(_ number: UInt64, refused refusal: Refusal) {
    self.init(number, notStarted: refusal.line(of: .runRun) ?? "\(HostFunction.runRun) was refused")
  }
}
