package import HostPlugins
internal import HostSurface
package import HostSystem

/// A message from the host to a worker, such as to create a child or pass an input, with its codec.
///
/// Both ends run one executable, so the format has no version; malformed bytes end a worker.
package enum HostMessage: Equatable, Sendable {
  /// Allows reading a non-system library. Sent before `order`; in mode `scan`, before each `scan`.
  case grant(path: String)
  /// Allows starting a program. Sent before `order`.
  case grantProgram(path: String)
  /// Sets the mode and makes the worker enter the sandbox with the user's grants. A file for the
  /// record of calls may be attached. A worker exits if its sandbox lacks a part outside `mayLack`.
  case order(WorkerMode, PluginNeeds, mayLack: SandboxParts = [])
  /// Scans the attached plugin. In mode `scan`.
  case scan(path: String)
  /// Runs a check of the attached plugin. In mode `check`.
  case check(CheckOrder)
  /// Loads the attached plugin. In modes `run` and `read`; all below in mode `run` unless noted.
  case load(path: String)
  case create(ChildOrder)
  /// Reads a source of the loaded plugin. In mode `read`.
  case read(SourceReadOrder)
  /// Replaces what children can query about the program.
  case facts(HostState)
  case news(child: UInt32, ChildEvent)
  /// What they can read of the content beside its rows, from now on.
  case overview(ContentOverview)
  /// Offers an input; the reply repeats the ticket. With a size, a child that uses the input and
  /// requests a drawing draws at once; nil: it waits for `draw`.
  case input(child: UInt32, ticket: UInt32, ChildInput, drawing: LayerSize? = nil)
  /// Requests a drawing of this size, in cells.
  case draw(child: UInt32, columns: Int32, rows: Int32)
  /// The reply to the worker's pending question: an encoded `ContentAnswer`.
  case answer([UInt8])
  case save(child: UInt32)
  case destroy(child: UInt32)
  /// Requests a reply once everything sent before is done.
  case idle
  /// Ends all plugins and then the worker.
  case end
}

/// The columns and rows that the host sends a worker with an input, for a drawing that may follow.
package struct LayerSize: Equatable, Sendable {
  var columns: Int32
  var rows: Int32
}

extension LayerSize: GeneratedWireValue {
  init(of layer: Layer) {
    self.init(columns: Int32(clamping: layer.columns), rows: Int32(clamping: layer.rows))
  }
}

/// The host's order to a worker process to create a child of its plugin: number and id, options,
/// allowed states, saved state, and whether the user's states file or command line names it.
package struct ChildOrder: Equatable, Sendable {
  /// Identifies the child in messages.
  package var child: UInt32
  package var id: String
  var options: ChildOptionValues
  /// The states that the child may request.
  var states: [String]
  /// The state that the child saved before; nil if there is none.
  var saved: [UInt8]?
  /// Whether the user's states file or command line names the child.
  var isNamed = false
}

/// The host's order to a worker to read a plugin's data source: id, the user's argument, options.
package struct SourceReadOrder: Equatable, Sendable {
  let id: String
  let argument: String
  let options: ChildOptionValues
}

/// The host's order to a worker process to run one check of `statehost validate`: name, plugin's
/// path, inputs (seed, argument, options, simulated programs), whether it may have reserved ids.
package struct CheckOrder: Equatable, Sendable {
  package var check: String
  package let path: String
  /// Seeds the random parts of the check.
  package let seed: UInt64
  /// The argument of its sources; nil if there is none.
  package let argument: String?
  /// The options of its children and sources, by id.
  package let options: [OptionAssignment]
  /// A script that simulates the programs that children start; empty: no program starts.
  package let programs: [UInt8]
  /// Whether the plugin belongs to this program.
  package let isOwn: Bool

  package init(
    check: String, path: String, seed: UInt64, argument: String? = nil,
    options: [OptionAssignment] = [], programs: [UInt8] = [], isOwn: Bool = false
  ) {
    self.check = check
    self.path = path
    self.seed = seed
    self.argument = argument
    self.options = options
    self.programs = programs
    self.isOwn = isOwn
  }
}

/// The task of a worker process for its whole life: scan plugins, run children, run one check
/// (perhaps with forbidden system calls fatal), or read a data source.
package enum WorkerMode: UInt8, Equatable, Sendable {
  case scan = 1
  case run = 2
  /// Runs one check of a plugin and writes its progress into the file attached to the order.
  case check = 3
  /// Like `check`, but a system call that the sandbox refuses ends the process.
  case trappedCheck = 4
  case read = 5
}

// MARK: - Encoding

extension HostMessage: GeneratedWireValue {
  package var bytes: [UInt8] { encoded() }
  package init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    try self.init(decoding: bytes)
  }
}

extension WorkerMode: WireRawValue {}
extension PluginNeeds: WireRawValue {}
extension SandboxParts: WireRawValue {}

extension ChildOrder: GeneratedWireValue {}
extension SourceReadOrder: GeneratedWireValue {}
extension CheckOrder: GeneratedWireValue {}
extension OptionAssignment: GeneratedWireValue {}

extension ChildOptionValues: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(texts.map(\.name), texts.map(\.text)) }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let (names, texts): ([String], [[UInt8]]) = (try reader.next(), try reader.next())
    guard names.count == texts.count else { throw .init() }
    self.init(zip(names, texts).map { (name: $0, text: $1) })
  }
}
