internal import Glibc
package import HostSystem

/// What a load is to do with what it reads.
struct LoadPlan {
  var limits: RowLimits
  var indexLimits: RowLimits
  /// Larger regular files are indexed instead of kept.
  var largestKeptFile: Int
  var graceNanoseconds: Int64
  /// Rows are values of JSON, and kept.
  var readsValues = false
  /// Rows go there instead of being kept.
  var passage: RowPassage?
  /// A command's standard error goes there as it comes.
  var errorPassage: RowPassage?

  func sink() -> RowSink {
    if let passage {
      .passage(passage, buffer: PassageBuffer())
    } else if readsValues {
      .values(RowStore(limits: limits), ValueInput())
    } else {
      .kept(RowStore(limits: limits))
    }
  }
}

extension Load {
  /// Starts to load `source`; throws at once what can be known at once.
  static func start(
    _ source: Source, in sources: any SourceWorld, plan: LoadPlan
  ) throws(ContentError) -> Load {
    let subject = source.title
    switch source {
    case .command(let words):
      return try command(words, in: sources, subject: subject, plan: plan)
    case .commandLine(let line, let shell):
      return try command([shell, "-c", line], in: sources, subject: subject, plan: plan)
    case .url(let address):
      return try fetch(address, in: sources, plan: plan)
    case .plugin(let starter):
      do throws(SourceFailure) {
        return load(try starter.start(), plan: plan)
      } catch {
        throw ContentError(subject: subject, kind: .source(error))
      }
    case .file(let path):
      let file = try opened(subject) { () throws(SystemError) in try sources.openFile(path) }
      return try load(file, from: 0, subject: subject, plan: plan)
    case .standardInput:
      let file = try opened(subject) { () throws(SystemError) in try sources.openStandardInput() }
      if file.facts?.kind == .terminal {
        throw ContentError(subject: subject, kind: .standardInputIsTerminal)
      }
      return try load(file, from: file.position, subject: subject, plan: plan)
    }
  }

  private static func opened(
    _ subject: String, _ open: () throws(SystemError) -> any FilePort
  ) throws(ContentError) -> any FilePort {
    do throws(SystemError) {
      return try open()
    } catch {
      throw ContentError(subject: subject, kind: .opening(error.code))
    }
  }

  private static func fetch(
    _ address: String, in sources: any SourceWorld, plan: LoadPlan
  ) throws(ContentError) -> Load {
    do throws(SystemError) {
      return load(try sources.start(URLFetch.words(for: address)), isFetch: true, plan: plan)
    } catch {
      let kind = ContentError.Kind.starting(error.code, isThere: false)
      throw ContentError(
        subject: URLFetch.shown(address), kind: kind == .commandNotFound ? .fetcherNotFound : kind)
    }
  }

  private static func command(
    _ words: [String], in sources: any SourceWorld, subject: String, plan: LoadPlan
  ) throws(ContentError) -> Load {
    let ports: CommandPorts
    do throws(SystemError) {
      ports = try sources.start(words)
    } catch {
      throw ContentError(starting: words, subject, failed: error, in: sources)
    }
    return load(ports, plan: plan)
  }

  private static func load(
    _ ports: CommandPorts, isFetch: Bool = false, plan: LoadPlan
  ) -> Load {
    Load(
      .stream(StreamInput(ports.output), plan.sink()),
      command: CommandInput(ports, isFetch: isFetch, passingErrorsTo: plan.errorPassage),
      graceNanoseconds: plan.graceNanoseconds)
  }

  private static func load(
    _ file: any FilePort, from start: Int, subject: String, plan: LoadPlan
  ) throws(ContentError) -> Load {
    guard let facts = file.facts else {
      throw ContentError(subject: subject, kind: .readFailed(EIO))
    }
    if facts.kind == .directory { throw ContentError(subject: subject, kind: .isDirectory) }
    let isRegular = facts.kind == .regular
    let isKept = plan.passage != nil || plan.readsValues
    if isRegular, facts.size - start > plan.largestKeptFile, !isKept {
      let rows = FileRows(file: file, facts: facts, from: start, limits: plan.indexLimits)
      return Load(.scan(rows), isRegularFile: true, graceNanoseconds: plan.graceNanoseconds)
    }
    let size = isRegular && facts.size > start ? facts.size - start : nil
    return Load(
      .stream(StreamInput(file, size: size), plan.sink()), isRegularFile: isRegular,
      graceNanoseconds: plan.graceNanoseconds)
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
  fileprivate static func starting(_ number: Int32, isThere: Bool) -> ContentError.Kind {
    switch number {
    case ENOENT, ENOTDIR: isThere ? .notExecutable(number) : .commandNotFound
    case EACCES, EPERM, ENOEXEC, EISDIR, ELIBBAD, ELOOP, ENAMETOOLONG: .notExecutable(number)
    default: .cannotStart(number)
    }
  }
}

extension ContentError {
  /// Why a command was not started.
  ///
  /// - Parameters:
  ///   - words: the program's name or path, then its arguments.
  ///   - subject: what the command is called.
  ///   - error: what the system said.
  ///   - sources: where it was to be started.
  package init(
    starting words: [String], _ subject: String, failed error: SystemError,
    in sources: any SourceWorld
  ) {
    let isThere = words.first.map { $0.contains("/") && sources.exists($0) } ?? false
    self.init(subject: subject, kind: .starting(error.code, isThere: isThere))
  }
}
