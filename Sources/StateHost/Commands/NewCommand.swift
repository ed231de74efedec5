internal import Glibc
internal import HostTerminal

/// `statehost new`: writes the project of a plugin that builds and runs at once.
struct NewCommand {
  let options: NewOptions

  func run() throws(CommandFailure) -> Int32 {
    guard let name = options.name, let language = options.language else {
      preconditionFailure("the arguments of new are complete: \(options)")
    }
    let files = try authorFiles()
    let text = ProjectText(name: name, states: options.states, files: files)
    if language == .swift { try checkForMake(files.kit) }
    var contents: [(path: String, bytes: [UInt8])] = []
    for file in language.files(of: name) {
      contents.append((file.path, try bytes(of: file.origin, text, files)))
    }
    try makeFolder(name.folder)
    try makeFolder(name.folder + "/include")
    for (path, bytes) in contents { try write(bytes, to: name.folder + "/" + path) }
    try say(name, language)
    return ExitStatus.done
  }

  private func authorFiles() throws(CommandFailure) -> AuthorFiles {
    if let folder = Environment.programFolder,
      let files = AuthorFiles.beside(folder, isFolder: Environment.isFolder)
    {
      return files
    }
    throw CommandFailure(
      line: Complaint.line(
        "the templates are not there", Environment.programFolder ?? "statehost",
        "install statehost with make install, its templates go to PREFIX/share/statehost"))
  }

  private func checkForMake(_ kit: String) throws(CommandFailure) {
    guard let wrong = kit.first(where: { " \t$#:%\\".contains($0) }) else { return }
    throw CommandFailure(
      line: Complaint.line(
        "make cannot use a path with \"\(wrong)\" in it", kit,
        "install statehost below a path without it"))
  }

  private func bytes(
    of origin: ProjectLanguage.File.Origin, _ text: ProjectText, _ files: AuthorFiles
  ) throws(CommandFailure) -> [UInt8] {
    switch origin {
    case .header: try read(files.header)
    case .template(let name): text.filled(try read(files.templates + "/" + name))
    }
  }

  private func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    try attempt("a template cannot be read", path, "install statehost again") {
      () throws(SystemCallError) in
      let file = Descriptor(owning: try openedFile(path, O_RDONLY | O_CLOEXEC))
      var bytes: [UInt8] = []
      var room = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = unsafe room.withUnsafeMutableBytes {
          unsafe Glibc.read(file.rawValue, $0.baseAddress, $0.count)
        }
        if count < 0 { throw SystemCallError(call: "read", code: errno) }
        if count == 0 { return bytes }
        bytes += room[..<count]
      }
    }
  }

  private func makeFolder(_ path: String) throws(CommandFailure) {
    if unsafe mkdir(path, 0o755) == 0 { return }
    let code = errno
    if code == EEXIST {
      throw CommandFailure(
        line: Complaint.line(
          "already there, and nothing was changed", path, "take another name, or remove it"))
    }
    throw CommandFailure(
      line: Complaint.line(
        "the folder cannot be made", "\(path): \(SystemCallError(call: "mkdir", code: code))",
        "go to a folder that you may write to"))
  }

  private func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    let isWritten = try attempt("the file cannot be written", path) {
      () throws(SystemCallError) in
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      let file = Descriptor(owning: try openedFile(path, flags))
      return writeAll(bytes, to: file.rawValue)
    }
    if !isWritten {
      throw CommandFailure(
        line: Complaint.line("the file cannot be written", path, "make room on the disk"))
    }
  }

  private func say(_ name: ProjectName, _ language: ProjectLanguage) throws(CommandFailure) {
    let folder = name.folder
    let text = """
      made \(folder), a plugin in \(language.title) with the child \(name.id), in \(folder)/\(language.source(of: name))
        make -C \(folder)         builds it
        make -C \(folder) run     shows it
        make -C \(folder) check   validates it

      """
    try deliver(Array(text.utf8))
  }
}
