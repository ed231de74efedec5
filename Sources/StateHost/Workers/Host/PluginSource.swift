internal import HostContent
package import HostPlugins
package import HostSystem
internal import HostText

/// A source of a plugin's, which is read in a worker of its own for each load.
///
/// Its file is opened and checked each time, as it is then; what it needs it has as far as that file is granted it.
package final class PluginSource: PluginStarter {
  package let title: String
  private let type: ChildType
  private let plugin: CataloguedPlugin
  private let order: ReadingOrder
  private let grants: PluginGrants
  private let startWorker: () throws(SystemError) -> WorkerCommand

  /// - Parameters:
  ///   - type: of the catalogue.
  ///   - catalogue: has its plugin.
  ///   - argument: what the user gives it.
  ///   - options: its own.
  ///   - grants: what it may do besides.
  ///   - startWorker: starts one for a load.
  package init(
    _ type: ChildType, of catalogue: PluginCatalogue, argument: String, options: ChildOptions,
    by grants: PluginGrants, startWorker: @escaping () throws(SystemError) -> WorkerCommand
  ) {
    self.type = type
    self.grants = grants
    self.startWorker = startWorker
    plugin = catalogue.plugin(of: type)
    order = ReadingOrder(id: type.id, argument: argument, options: options)
    title = argument.isEmpty ? type.shortName : "\(type.shortName) \(argument)"
  }

  package func start() throws(SourceFailure) -> CommandPorts {
    do throws(PluginProblem) {
      let file = try plugin.openFile()
      let granted = try grants.granted(to: plugin, in: file)
      let handed = try file.handedOver()
      let paths = try NeededFiles(of: file).paths
      return try started(reading: paths, handed, granted)
    } catch {
      let (what, remedy) = error.text
      throw SourceFailure(
        what: HarmlessText.cleanLine("\(type.shortName): \(what): \(plugin.path)"),
        remedy: HarmlessText.cleanLine(remedy))
    }
  }

  private func started(
    reading paths: [String], _ file: OpenFile, _ granted: PluginNeeds
  ) throws(PluginProblem) -> CommandPorts {
    do throws(SystemError) {
      let worker = try startWorker()
      for path in paths { try worker.link.send(HostMessage.grant(path: path).bytes) }
      let order = HostMessage.order(.read, granted).bytes
      let record = CallRecord.file()
      switch record {
      case .some(let record): try worker.link.send(order, with: record)
      case .none: try worker.link.send(order)
      }
      let load = HostMessage.load(path: plugin.path).bytes
      try worker.link.send(load, with: file.descriptor)
      try worker.link.send(HostMessage.read(self.order).bytes)
      var ports = worker.ports
      ports.report = ReadingReport(
        of: type, in: plugin.path, over: worker.link, record: record,
        lacking: PluginNeeds(words: type.needs).subtracting(granted))
      return ports
    } catch {
      throw .told(
        what: "no worker can be started (\(error))", remedy: "see statehost plugins --security")
    }
  }
}
