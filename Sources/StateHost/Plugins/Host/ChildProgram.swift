/// A program that the host is to run for a child.
package struct ChildProgram: Equatable, Sendable {
  /// What becomes of the rows that are marked, or of the one that the user is on.
  package struct RowUse: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let arguments = RowUse(rawValue: 1 << 0)
    package static let input = RowUse(rawValue: 1 << 1)
    package static let all: RowUse = [arguments, input]
  }

  /// Its name or path, then its arguments, as the system has them; never empty.
  package let words: [[UInt8]]
  /// What it reads; empty: nothing, or rows.
  package let input: [UInt8]
  package let rowUse: RowUse
  /// It has the terminal until it ends, and its streams are that.
  package let usesTerminal: Bool
  /// The load that the rows are of, as the child knows it; 0 where there is no content.
  package let generation: UInt64

  package static let wordsLimit = 1024
  package static let wordBytesLimit = 1 << 20
  package static let inputBytesLimit = 1 << 20
  package static let rowBytesLimit = 4 << 20
  /// Of one child at a time.
  package static let runningLimit = 4

  /// - Throws: that there is no such program.
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

/// What has become of a program.
package struct ProgramEnd: Equatable, Sendable {
  package enum How: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
    /// Its errors say why.
    case notStarted
  }

  /// What it wrote to one of its outputs, from the beginning.
  package struct Output: Equatable, Sendable {
    package private(set) var bytes: [UInt8]
    /// There was more.
    package private(set) var isCut: Bool

    package static let bytesLimit = 1 << 20

    /// - Parameters:
    ///   - bytes: so many as it may have.
    ///   - isCut: whether there were more.
    package init(_ bytes: [UInt8] = [], isCut: Bool = false) {
      self.bytes = bytes
      self.isCut = isCut
    }

    /// Adds what came next, as far as it is kept.
    package mutating func append(_ more: ArraySlice<UInt8>) {
      let room = Self.bytesLimit - bytes.count
      bytes += more.prefix(room)
      isCut = isCut || more.count > room
    }
  }

  /// What the child knows it by.
  package let number: UInt64
  package let how: How
  package let output: Output
  package let errors: Output

  package init(
    _ number: UInt64, _ how: How, output: Output = Output(), errors: Output = Output()
  ) {
    self.number = number
    self.how = how
    self.output = output
    self.errors = errors
  }

  /// Of one that never ran.
  package init(_ number: UInt64, notStarted reason: String) {
    self.init(number, .notStarted, errors: Output(Array(reason.utf8)))
  }

  /// Of one that is not run.
  package init(_ number: UInt64, refused refusal: Refusal) {
    self.init(number, notStarted: refusal.line(of: .runRun) ?? "\(HostFunction.runRun) was refused")
  }
}
