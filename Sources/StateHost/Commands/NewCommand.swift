internal import Glibc
internal import HostSystem
internal import HostText

/// The command `statehost new`: creates a folder with a plugin project, from a template or an
/// example, that builds and runs as it is.
struct NewCommand {
  let options: NewOptions

  func run() throws(CommandFailure) -> Int32 {
    guard let name = options.name else {
      preconditionFailure("the arguments of new are complete: \(options)")
    }
    let files = try authoringResources()
    let (language, projectFiles) = try project(of: name, files)
    let text = TemplateFiller(name: name, states: options.states, files: files)
    if language == .swift { try checkForMake(files.kit) }
    var contents: [(path: String, bytes: [UInt8])] = []
    for file in projectFiles {
      contents.append((file.path, try bytes(of: file.origin, text, files)))
    }
    try makeFolder(name.folder)
    try makeFolder(name.folder + "/include")
    for (path, bytes) in contents { try write(bytes, to: name.folder + "/" + path) }
    try say(name, language)
    return ExitStatus.done
  }

  private func project(
    of name: ProjectName, _ files: AuthoringResources
  ) throws(CommandFailure) -> (language: ProjectLanguage, files: [ProjectLanguage.File]) {
    if let language = options.language { return (language, language.files(of: name)) }
    guard let wanted = options.example else {
      preconditionFailure("the arguments of new are complete: \(options)")
    }
    let examples = try Example.all(in: files.examples)
    guard let example = examples.first(where: { $0.name == wanted }) else {
      let names = examples.map(\.name)
      let nearest = NearestName.nearest(to: wanted, among: names)
      throw CommandFailure(
        "not an example", wanted,
        nearest.map { "did you mean \($0)?" } ?? "take one of \(names.joined(separator: ", "))")
    }
    let project = example.language.files(of: name, like: wanted, sources: example.sources)
    guard Set(project.map(\.path)).count == project.count else {
      throw CommandFailure("a file of the example has this name", name.folder, "take another one")
    }
    return (example.language, project)
  }

  private func authoringResources() throws(CommandFailure) -> AuthoringResources {
    if let folder = Environment.programFolder,
      let files = AuthoringResources.beside(folder, isFolder: Environment.isFolder)
    {
      return files
    }
    throw CommandFailure(
      "the templates are not there", Environment.programFolder ?? "statehost",
      "install statehost with make install, its templates go to PREFIX/share/statehost")
  }

  private func checkForMake(_ kit: String) throws(CommandFailure) {
    guard let wrong = kit.first(where: { " \t$#:%\\".contains($0) }) else { return }
    throw CommandFailure(
      "make cannot use a path with \"\(wrong)\" in it", kit,
      "install statehost below a path without it")
  }

  private func bytes(
    of origin: ProjectLanguage.File.Origin, _ text: TemplateFiller, _ files: AuthoringResources
  ) throws(CommandFailure) -> [UInt8] {
    switch origin {
    case .header: try read(files.header)
    case .template(let name): text.filled(try read(files.templates + "/" + name))
    case .source(let name, let example):
      text.adopted(try read("\(files.examples)/\(example)/\(name)"), from: example)
    }
  }

  private func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    try attempt(
      FileDescriptor(opening: path, flags: O_RDONLY).readToEnd(), or: "a template cannot be read",
      path, "install statehost again")
  }

  private func makeFolder(_ path: String) throws(CommandFailure) {
    if unsafe mkdir(path, 0o755) == 0 { return }
    let code = errno
    if code == EEXIST {
      throw CommandFailure(
        "already there, and nothing was changed", path, "take another name, or remove it")
    }
    throw CommandFailure(
      "the folder cannot be made", "\(path): \(SystemError(call: "mkdir", code: code))",
      "go to a folder that you may write to")
  }

  private func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    let failure = try attempt(
      OutputFile(creating: path).writeAll(bytes.span), or: "the file cannot be written", path)
    if failure != nil {
      throw CommandFailure("the file cannot be written", path, "make room on the disk")
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
