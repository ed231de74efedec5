package import HostPlugins
package import HostSystem
internal import HostText

/// A data source implemented by a plugin, read by the host in place of a command: each load checks
/// the plugin file again and starts a new worker, sandboxed as the user's grants allow, to read it.
package final class PluginSource {
  package let title: String
  private let type: ChildType
  private let plugin: CataloguedPlugin
  private let order: SourceReadOrder
  private let isNamedByUser: Bool
  private let grants: PluginGrants
  private let startWorker: () throws(SystemError) -> SourceWorker

  /// A source of a catalogue's plugin; may read the file that `argument` names if `isNamedByUser`.
  package init(
    _ type: ChildType, of catalogue: PluginCatalogue, argument: String, isNamedByUser: Bool,
    options: ChildOptionValues, by grants: PluginGrants,
    startWorker: @escaping () throws(SystemError) -> SourceWorker
  ) {
    self.type = type
    self.grants = grants
    self.isNamedByUser = isNamedByUser
    self.startWorker = startWorker
    plugin = catalogue.plugin(of: type)
    order = SourceReadOrder(id: type.id, argument: argument, options: options)
    title = type.shortQuotedName + (argument.isEmpty ? "" : " \(argument)")
  }

  package func start() throws(SourceFailure) -> CommandPorts {
    do throws(PluginProblem) {
      let file = try plugin.openFile()
      let granted = try grants.granted(to: plugin, in: file)
      let handed = try file.handedOver()
      let named = isNamedByUser ? GrantablePath.files(namedBy: order.argument) : []
      let tolerated: SandboxParts = file.toleratesWeakerSandbox ? .all : []
      let worker = WorkerGrants(
        reading: try file.neededFiles().paths + named, granted, namesFiles: !named.isEmpty,
        lacking: tolerated)
      let missing = MissingGrant(of: type, having: granted, by: grants, in: plugin, file)
      return try started(worker, handed, missing)
    } catch {
      let (what, remedy) = error.text
      throw SourceFailure(
        what: HarmlessText.cleanLine("\(title): \(what)"),
        remedy: HarmlessText.cleanLine("\(remedy) (the plugin is \(plugin.path))"))
    }
  }

  private func started(
    _ grants: WorkerGrants, _ file: OpenFile, _ missing: MissingGrant
  ) throws(PluginProblem) -> CommandPorts {
    do throws(SystemError) {
      let worker = try startWorker()
      for message in grants.messages { try worker.link.send(message.bytes) }
      let record = CallRecord.file()
      try worker.link.send(grants.order(.read).bytes, with: record)
      try worker.link.send(HostMessage.load(path: plugin.path).bytes, with: file)
      try worker.link.send(HostMessage.read(order).bytes)
      var ports = worker.ports
      ports.report = SourceStatusReceiver(
        of: type, reading: order.argument, in: plugin.path, over: worker.link, record: record,
        missing: missing, tolerating: grants.mayLack)
      return ports
    } catch {
      throw .noWorker(error)
    }
  }
}
