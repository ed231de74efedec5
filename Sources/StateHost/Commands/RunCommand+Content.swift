internal import HostContent
internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSystem
internal import HostWorkers

/// Opens the content of a run, and its output without an interface.
extension RunCommand {
  func makeReport(in world: RealWorld) -> PlainReport? {
    guard isPlain else { return nil }
    return PlainReport(
      standardOutput: StandardOutput.output, standardError: StandardOutput.error,
      reportsStates: options.isPlain, stripsRows: options.stripsRows, sources: world.sources)
  }

  func makeFeed(
    _ report: PlainReport?, in world: RealWorld, of catalogue: PluginCatalogue,
    by grants: PluginGrants
  ) throws(CommandFailure) -> (SourceReloader, of: ChildType?) {
    let source: Source
    var type: ChildType?
    var title = options.title
    switch self.source {
    case .demonstration:
      let offer = Demonstration.offers[0]
      source = offer.source
      title = title ?? offer.title
    case .standardInput: source = .standardInput
    case .file(let path): source = .file(path)
    case .command(let words): source = .command(words)
    case .commandLine(let line): source = .commandLine(line, shell: Environment.shell)
    case .url(let address): source = .url(address)
    case .plugin(let id, let argument):
      let isOfFile = options.source == nil
      let described = isOfFile ? statesFile?.source : nil
      let chosen = try choose(
        described ?? SourceDescription(use: id, argument: argument),
        in: isOfFile ? statesFile : nil, of: catalogue)
      type = chosen.type
      source = .plugin(
        PluginSource(
          chosen.type, of: catalogue, argument: chosen.argument, isNamedByUser: !isOfFile,
          options: chosen.options, by: grants
        ) { () throws(SystemError) in try world.startWorkerCommand() })
    }
    let sources = world.sources
    var loading = ContentLoader.Options()
    loading.columns = options.columns
    loading.endsRowsWithNUL = options.readsNULs
    loading.keptRowCount = options.keptRowCount
    let feed = SourceReloader(
      title: title ?? source.title, everyNanoseconds: options.everyNanoseconds,
      reusesLoader: report == nil
    ) { report?.makeLoader(source) ?? ContentLoader(source, in: sources, options: loading) }
    return (feed, type)
  }

  private func choose(
    _ source: SourceDescription, in file: StatesFile?, of catalogue: PluginCatalogue
  ) throws(CommandFailure) -> ChosenSource {
    do throws(ArrangementProblem) {
      return try ChosenSource(source, in: file, of: catalogue, choosing: options.childOptions)
    } catch {
      throw CommandFailure(error, file: options.statesFile ?? "")
    }
  }
}
