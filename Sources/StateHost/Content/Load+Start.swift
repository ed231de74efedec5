internal import Glibc
internal import HostSystem

/// What a load is to do with what it reads.
struct LoadPlan {
  var limits: RowLimits
  var indexLimits: RowLimits
  /// Larger regular files are indexed instead of kept.
  var largestKeptFile: Int
  var graceNanoseconds: Int64
  /// Rows go there instead of being kept.
  var passage: RowPassage?
  /// A command's standard error goes there as it comes.
  var errorPassage: RowPassage?

  func sink() -> RowSink {
    if let passage {
      .passage(passage, buffer: PassageBuffer())
    } else {
      .kept(RowStore(limits: limits))
    }
  }
}

extension Load {
  /// Starts to load `source`; throws at once what can be known at once.
  static func start(_ source: Source, plan: LoadPlan) throws(ContentError) -> Load {
    switch source {
    case .command(let words):
      return try command(words, subject: source.title, plan: plan)
    case .commandLine(let line, let shell):
      return try command([shell, "-c", line], subject: source.title, plan: plan)
    case .file(let path):
      let file: Descriptor
      do throws(SystemError) { file = try Descriptor.open(path) } catch {
        throw ContentError(subject: source.title, kind: .opening(error.number))
      }
      return try opened(file, startsWhereItStands: false, subject: source.title, plan: plan)
    case .standardInput(let number):
      guard isatty(number) == 0 else {
        throw ContentError(subject: source.title, kind: .standardInputIsTerminal)
      }
      let file: Descriptor
      do throws(SystemError) { file = try Descriptor.duplicate(number) } catch {
        throw ContentError(subject: source.title, kind: .opening(error.number))
      }
      return try opened(file, startsWhereItStands: true, subject: source.title, plan: plan)
    }
  }

  private static func command(
    _ words: [String], subject: String, plan: LoadPlan
  ) throws(ContentError) -> Load {
    let started: ChildProcess.Started
    do throws(SystemError) { started = try ChildProcess.start(words) } catch {
      let isThere = words.first.map(Self.existsAsPath) ?? false
      throw ContentError(subject: subject, kind: .starting(error.number, isThere: isThere))
    }
    let parts = started.taken(passingErrorsTo: plan.errorPassage)
    return Load(
      .stream(parts.output, plan.sink()), command: parts.command,
      graceNanoseconds: plan.graceNanoseconds)
  }

  /// Whether `word` is a path, not a name to look up, and leads somewhere.
  private static func existsAsPath(_ word: String) -> Bool {
    guard word.contains("/") else { return false }
    return unsafe host_exists(word) != 0
  }

  private static func opened(
    _ file: consuming Descriptor, startsWhereItStands: Bool, subject: String, plan: LoadPlan
  ) throws(ContentError) -> Load {
    guard let facts = FileFacts(of: file.number) else {
      throw ContentError(subject: subject, kind: .readFailed(errno))
    }
    if facts.kind == .directory { throw ContentError(subject: subject, kind: .isDirectory) }
    let start = startsWhereItStands ? max(0, lseek(file.number, 0, SEEK_CUR)) : 0
    let isLarge = facts.kind == .regular && facts.size - start > plan.largestKeptFile
    if isLarge, plan.passage == nil {
      let rows = FileRows(file: file, facts: facts, from: start, limits: plan.indexLimits)
      return Load(.scan(rows), graceNanoseconds: plan.graceNanoseconds)
    }
    let size = facts.kind == .regular && facts.size > start ? facts.size - start : nil
    let stream = StreamInput(file, size: size)
    return Load(.stream(stream, plan.sink()), graceNanoseconds: plan.graceNanoseconds)
  }
}

extension ContentError.Kind {
  /// What a file that cannot be opened is called.
  static func opening(_ number: Int32) -> ContentError.Kind {
    switch number {
    case ENOENT, ENOTDIR: .fileNotFound
    case EACCES, EPERM: .notReadable(number)
    default: .readFailed(number)
    }
  }

  /// What a command that cannot be started is called; `isThere` says that its file exists, so that
  /// what was not found is what should run it.
  static func starting(_ number: Int32, isThere: Bool) -> ContentError.Kind {
    switch number {
    case ENOENT, ENOTDIR: isThere ? .notExecutable(number) : .commandNotFound
    case EACCES, EPERM, ENOEXEC, EISDIR, ELIBBAD, ELOOP, ENAMETOOLONG: .notExecutable(number)
    default: .cannotStart(number)
    }
  }
}
