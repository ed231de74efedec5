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
    let (opening, title): (LoadStart, String)
    var type: ChildType?
    var shownTitle = options.title
    switch source {
    case .source(let source): (opening, title) = (source.opening, source.title)
    case .demonstration:
      let offer = Demonstration.offers[0]
      (opening, title) = (offer.source.opening, offer.source.title)
      shownTitle = shownTitle ?? offer.title
    case .plugin(let id, let argument):
      let isOfFile = options.source == nil
      let described = isOfFile ? statesFile?.source : nil
      let chosen = try choose(
        described ?? SourceDescription(use: id, argument: argument),
        in: isOfFile ? statesFile : nil, of: catalogue)
      type = chosen.type
      let source = PluginSource(
        chosen.type, of: catalogue, argument: chosen.argument, isNamedByUser: !isOfFile,
        options: chosen.options, by: grants
      ) { () throws(SystemError) in try world.startWorkerCommand() }
      (opening, title) = (.launch(source.start), source.title)
    }
    let sources = world.sources
    var loading = ContentLoader.Options()
    loading.columns = options.columns
    loading.endsRowsWithNUL = options.readsNULs
    loading.keptRowCount = options.keptRowCount
    let feed = SourceReloader(
      title: shownTitle ?? title, everyNanoseconds: options.everyNanoseconds,
      reusesLoader: report == nil
    ) {
      report?.makeLoader(opening, titled: title)
        ?? ContentLoader(opening, titled: title, in: sources, options: loading)
    }
    return (feed, type)
  }

  private func choose(
    _ source: SourceDescription, in file: StatesFile?, of catalogue: PluginCatalogue
  ) throws(CommandFailure) -> ChosenSource {
    do throws(ArrangementProblem) {
      return try ChosenSource(
        source, in: file, of: catalogue, choosing: options.plugins.childOptions)
    } catch {
      throw CommandFailure(error, file: options.statesFile ?? "")
    }
  }
}
