internal import HostText

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
  ) throws(RunRefusal) {
    guard 1...Self.wordsLimit ~= words.count, words[0] != [],
      words.allSatisfy({ !$0.contains(0) })
    else { throw .words }
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

/// Why a program is not run.
package enum RunRefusal: Error, Hashable, Sendable {
  /// There is no program, or a NUL in a word.
  case words
  /// More bytes, or more words, than are taken.
  case tooLarge
  /// Of an input, rows for it and the terminal.
  case twoInputs
  /// The child does not say that it needs this.
  case notDeclared
  /// The user has not granted it to the child of this id.
  case notGranted(id: String)
  case tooMany
  /// More in a second than there are frames.
  case tooOften
  case noRows
  /// There are other rows by now than the child has seen.
  case otherRows
  /// The child is not on screen any more, or others have the key.
  case tooLate
  /// Nobody is at a terminal.
  case noTerminal
  /// Another program has the terminal, or is about to.
  case terminalTaken
  /// For the terminal, and the user has not done anything to the child, or another is in front.
  case unasked
  /// It is not among the programs of a script.
  case notScripted(commandLine: String)

  /// What is wrong and what to do about it.
  package var text: (what: String, remedy: String) {
    switch self {
    case .words: ("without a program, or with a NUL in a word", "give it words")
    case .tooLarge: ("with more than is taken", "give it less: see the header")
    case .twoInputs: ("with two of an input, rows for it and the terminal", "give it one of them")
    case .notDeclared:
      ("by a child that does not say that it needs it", "name CHILDPLUGIN_NEED_RUN in its needs")
    case .notGranted(let id): ("which is not granted", "--grant \(id)=run grants it")
    case .tooMany: ("for too many programs at a time", "wait until one has ended, or cancel one")
    case .tooOften:
      ("for more than 120 programs at once, or 60 a second", "run one when something has changed")
    case .noRows: ("for rows, of which there are none", "ask when there are rows")
    case .otherRows: ("for rows that are others by now", "ask again")
    case .tooLate: ("by a child that is not in front any more", "ask again")
    case .noTerminal: ("for the terminal, where there is none", "run it on a terminal")
    case .terminalTaken:
      ("for the terminal, which another program has", "wait until that has ended")
    case .notScripted(let commandLine):
      (
        "for a program that is not among the \"programs\" of the script",
        "add one for \(HarmlessText.quoted(commandLine, limit: 200))"
      )
    case .unasked:
      ("for the terminal, which nobody has asked the child for", "ask when the user has, in front")
    }
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
  package init(_ number: UInt64, refused refusal: RunRefusal) {
    self.init(number, notStarted: "it is not run: \(refusal.text.remedy)")
  }
}
