package import HostPlugins
internal import HostSurface
package import HostSystem

/// A message from the host to a worker process, such as to create a child, pass an input or draw, with its codec.
///
/// Both ends run the same executable, so the format has no version; a worker that receives malformed bytes exits.
package enum HostMessage: Equatable, Sendable {
  /// Allows reading a library that is not the system's. Sent before `order`; in mode `scan`, before each `scan`.
  case grant(path: String)
  /// Allows starting a program. Sent before `order`.
  case grantProgram(path: String)
  /// Sets the worker's mode and makes it enter the sandbox with the needs that the user has granted. A file for the
  /// record of calls may be attached. A worker whose sandbox lacks a part outside `mayLack` exits at once.
  case order(WorkerMode, PluginNeeds, mayLack: SandboxParts = [])
  /// Scans the attached plugin. In mode `scan`.
  case scan(path: String)
  /// Runs a check of the attached plugin. In mode `check`.
  case check(CheckOrder)
  /// Loads the attached plugin. In modes `run` and `read`; everything below in mode `run` unless noted.
  case load(path: String)
  case create(ChildOrder)
  /// Reads a source of the loaded plugin. In mode `read`.
  case read(SourceReadOrder)
  /// Replaces what children can query about the program.
  case facts(HostState)
  case news(child: UInt32, ChildEvent)
  /// What they can read of the content beside its rows, from now on.
  case overview(ContentOverview)
  /// Offers an input; the reply repeats the ticket. With a size, a child that uses the input and requests a drawing
  /// draws at once; nil: it waits for `draw`.
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

/// The columns and rows that the host sends to a worker process with an input, for the drawing that may follow it.
package struct LayerSize: Equatable, Sendable {
  var columns: Int32
  var rows: Int32
}

extension LayerSize: WireStruct {
  static let fields = WireFields(Self.init(columns:rows:)) { ($0.columns, $0.rows) }

  init(of layer: Layer) {
    self.init(columns: Int32(clamping: layer.columns), rows: Int32(clamping: layer.rows))
  }
}

/// The host's order to a worker process to create a child of its plugin: number and id, options, allowed states, saved
/// state, and whether the user has named it in the states file or on the command line.
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

/// The host's order to a worker process to read a plugin's data source: id, the user's argument, and options.
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

/// The task of a worker process for its whole life: scan plugins, run children, run one check (perhaps with forbidden
/// system calls fatal), or read a data source.
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

extension HostMessage {
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .grant(let path): writer.append(Tag.grant, path)
    case .grantProgram(let path): writer.append(Tag.grantProgram, path)
    case .order(let mode, let needs, let mayLack): writer.append(Tag.order, mode, needs, mayLack)
    case .scan(let path): writer.append(Tag.scan, path)
    case .check(let order): writer.append(Tag.check, order)
    case .load(let path): writer.append(Tag.load, path)
    case .create(let order): writer.append(Tag.create, order)
    case .read(let order): writer.append(Tag.read, order)
    case .facts(let facts): writer.append(Tag.facts, facts)
    case .news(let child, let news): writer.append(Tag.news, child, news)
    case .overview(let overview): writer.append(Tag.overview, overview)
    case .input(let child, let ticket, let input, let size):
      writer.append(Tag.input, child, ticket, input, size)
    case .draw(let child, let columns, let rows): writer.append(Tag.draw, child, columns, rows)
    case .answer(let answer): writer.append(Tag.answer, answer)
    case .save(let child): writer.append(Tag.save, child)
    case .destroy(let child): writer.append(Tag.destroy, child)
    case .idle: writer.append(Tag.idle)
    case .end: writer.append(Tag.end)
    }
    return writer.bytes
  }

  package init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    switch try reader.next() as Tag {
    case .grant: self = try reader.next(Self.grant)
    case .grantProgram: self = try reader.next(Self.grantProgram)
    case .order: self = try reader.next(Self.order)
    case .scan: self = try reader.next(Self.scan)
    case .check: self = try reader.next(Self.check)
    case .load: self = try reader.next(Self.load)
    case .create: self = try reader.next(Self.create)
    case .read: self = try reader.next(Self.read)
    case .facts: self = try reader.next(Self.facts)
    case .news: self = try reader.next(Self.news)
    case .overview: self = try reader.next(Self.overview)
    case .input: self = try reader.next(Self.input)
    case .draw: self = try reader.next(Self.draw)
    case .answer: self = try reader.next(Self.answer)
    case .save: self = try reader.next(Self.save)
    case .destroy: self = try reader.next(Self.destroy)
    case .idle: self = .idle
    case .end: self = .end
    }
    try reader.finish()
  }

  private enum Tag: UInt8, WireRawValue {
    case grant = 1
    case order, scan, load, create, facts, news, input, draw, answer, save, destroy, end, check
    case idle, read, overview, grantProgram
  }
}

extension WorkerMode: WireRawValue {}
extension PluginNeeds: WireRawValue {}
extension SandboxParts: WireRawValue {}

extension ChildOrder: WireStruct {
  static let fields = WireFields(Self.init(child:id:options:states:saved:isNamed:)) {
    ($0.child, $0.id, $0.options, $0.states, $0.saved, $0.isNamed)
  }
}

extension SourceReadOrder: WireStruct {
  static let fields = WireFields(Self.init(id:argument:options:)) {
    ($0.id, $0.argument, $0.options)
  }
}

extension CheckOrder: WireStruct {
  static let fields = WireFields(Self.init(check:path:seed:argument:options:programs:isOwn:)) {
    ($0.check, $0.path, $0.seed, $0.argument, $0.options, $0.programs, $0.isOwn)
  }
}

extension OptionAssignment: WireStruct {
  static let fields = WireFields(Self.init(id:name:text:)) { ($0.id, $0.name, $0.text) }
}

extension ChildOptionValues: WireStruct {
  static let fields = WireFields(
    { (names: [String], texts: [[UInt8]]) throws(ByteReader.Malformed) in
      guard names.count == texts.count else { throw .init() }
      return ChildOptionValues(zip(names, texts).map { (name: $0, text: $1) })
    },
    { ($0.texts.map(\.name), $0.texts.map(\.text)) })
}
