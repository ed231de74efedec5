package import HostPlugins
internal import HostSurface
package import HostSystem

/// A message from the host to a worker process, such as to load a plugin, create a child, pass an input or draw.
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
  case read(ReadingOrder)
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

/// The number of columns and rows in which a child in a worker process draws.
package struct LayerSize: Equatable, Sendable {
  var columns: Int32
  var rows: Int32

  init(columns: Int32, rows: Int32) {
    self.columns = columns
    self.rows = rows
  }

  init(of layer: Layer) {
    self.init(columns: Int32(clamping: layer.columns), rows: Int32(clamping: layer.rows))
  }
}

extension LayerSize: WireValue {
  func write(to writer: inout ByteWriter) {
    writer.append(columns)
    writer.append(rows)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(columns: try reader.int32(), rows: try reader.int32())
  }
}

/// The order to a worker process to create a child of its plugin: id, options, allowed states and saved state.
package struct ChildOrder: Equatable, Sendable {
  /// Identifies the child in messages.
  package var child: UInt32
  package var id: String
  var options: ChildOptions
  /// The states that the child may request.
  var states: [String]
  /// The state that the child saved before; nil if there is none.
  var saved: [UInt8]?
  /// Whether the user's states file or command line names the child.
  var isNamed = false
}

/// The order to a worker process to read a source of its plugin: the source's id, argument and options.
package struct ReadingOrder: Equatable, Sendable {
  let id: String
  /// The argument given by the user.
  let argument: String
  let options: ChildOptions
}

/// The order to a worker process to run one check of `statehost validate`: the check's name, the plugin and the
/// inputs.
package struct CheckOrder: Equatable, Sendable {
  package let check: String
  /// The path of the plugin.
  package let path: String
  /// Seeds the random parts of the check.
  package let seed: UInt64
  /// The argument of its sources; nil if there is none.
  package let argument: String?
  /// The options of its children and sources, by id.
  package let options: [OptionChoice]
  /// A script that simulates the programs that children start; empty: no program starts.
  package let programs: [UInt8]
  /// Whether the plugin belongs to this program.
  package let isOwn: Bool

  package init(
    check: String, path: String, seed: UInt64, argument: String? = nil,
    options: [OptionChoice] = [], programs: [UInt8] = [], isOwn: Bool = false
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

/// The task of a worker process for its whole life: scan plugins, run children, run one check, or read a source.
package enum WorkerMode: UInt8, Equatable, Sendable {
  /// Scans plugin files.
  case scan = 1
  /// Runs the children of a plugin.
  case run = 2
  /// Runs one check of a plugin and writes its progress into the file attached to the order.
  case check = 3
  /// Like `check`, but a system call that the sandbox refuses ends the process.
  case trappedCheck = 4
  /// Reads a source of a plugin, in place of a command.
  case read = 5
}

// MARK: - Encoding

extension HostMessage {
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    func begin(_ tag: Tag) { writer.append(tag.rawValue) }
    switch self {
    case .grant(let path):
      begin(.grant)
      writer.append(path)
    case .grantProgram(let path):
      begin(.grantProgram)
      writer.append(path)
    case .order(let mode, let needs, let mayLack):
      begin(.order)
      writer.append(mode.rawValue)
      writer.append(needs.rawValue)
      writer.append(mayLack.rawValue)
    case .scan(let path):
      begin(.scan)
      writer.append(path)
    case .check(let order):
      begin(.check)
      order.write(to: &writer)
    case .load(let path):
      begin(.load)
      writer.append(path)
    case .create(let order):
      begin(.create)
      order.write(to: &writer)
    case .read(let order):
      begin(.read)
      order.write(to: &writer)
    case .facts(let facts):
      begin(.facts)
      facts.write(to: &writer)
    case .news(let child, let news):
      begin(.news)
      writer.append(child)
      news.write(to: &writer)
    case .overview(let overview):
      begin(.overview)
      overview.write(to: &writer)
    case .input(let child, let ticket, let input, let size):
      begin(.input)
      writer.append(child)
      writer.append(ticket)
      input.write(to: &writer)
      size.write(to: &writer)
    case .draw(let child, let columns, let rows):
      begin(.draw)
      writer.append(child)
      writer.append(columns)
      writer.append(rows)
    case .answer(let answer):
      begin(.answer)
      writer.append(answer)
    case .save(let child):
      begin(.save)
      writer.append(child)
    case .destroy(let child):
      begin(.destroy)
      writer.append(child)
    case .idle: begin(.idle)
    case .end: begin(.end)
    }
    return writer.bytes
  }

  package init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    switch Tag(rawValue: try reader.uint8()) {
    case .grant: self = .grant(path: try reader.text())
    case .grantProgram: self = .grantProgram(path: try reader.text())
    case .order:
      guard let mode = WorkerMode(rawValue: try reader.uint8()) else { throw .init() }
      self = .order(
        mode, PluginNeeds(rawValue: try reader.uint32()),
        mayLack: SandboxParts(rawValue: try reader.uint32()))
    case .scan: self = .scan(path: try reader.text())
    case .check: self = .check(try CheckOrder(from: &reader))
    case .load: self = .load(path: try reader.text())
    case .create: self = .create(try ChildOrder(from: &reader))
    case .read:
      self = .read(try ReadingOrder(from: &reader))
    case .facts: self = .facts(try HostState(from: &reader))
    case .overview: self = .overview(try reader.next())
    case .news: self = .news(child: try reader.uint32(), try ChildEvent(from: &reader))
    case .input:
      self = .input(
        child: try reader.uint32(), ticket: try reader.uint32(), try ChildInput(from: &reader),
        drawing: try reader.next())
    case .draw:
      self = .draw(
        child: try reader.uint32(), columns: try reader.int32(), rows: try reader.int32())
    case .answer: self = .answer(Array(try reader.bytes()))
    case .save: self = .save(child: try reader.uint32())
    case .destroy: self = .destroy(child: try reader.uint32())
    case .idle: self = .idle
    case .end: self = .end
    case nil: throw .init()
    }
    try reader.finish()
  }

  /// The byte that identifies the type of a message from the host to a worker process.
  private enum Tag: UInt8 {
    case grant = 1
    case order, scan, load, create, facts, news, input, draw, answer, save, destroy, end, check
    case idle, read, overview, grantProgram
  }
}

// A field missing from one of these lists is a compile error: the initializer needs it.

extension ChildOrder: WireValue {
  private static let fields = WireFields(
    { (child, id, options, states, saved, isNamed) throws(ByteReader.Malformed) in
      Self(
        child: child, id: id, options: options, states: states, saved: saved, isNamed: isNamed)
    },
    { ($0.child, $0.id, $0.options, $0.states, $0.saved, $0.isNamed) })

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}

extension ReadingOrder: WireValue {
  private static let fields = WireFields(
    { (id, argument, options) throws(ByteReader.Malformed) in
      Self(id: id, argument: argument, options: options)
    },
    { ($0.id, $0.argument, $0.options) })

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}

extension CheckOrder: WireValue {
  private static let fields = WireFields(
    {
      (check, path, seed, argument, options, programs, isOwn) throws(ByteReader.Malformed) in
      Self(
        check: check, path: path, seed: seed, argument: argument, options: options,
        programs: programs, isOwn: isOwn)
    },
    { ($0.check, $0.path, $0.seed, $0.argument, $0.options, $0.programs, $0.isOwn) })

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}

extension OptionChoice: WireValue {
  private static let fields = WireFields(
    { (id, name, text) throws(ByteReader.Malformed) in Self(id: id, name: name, text: text) },
    { ($0.id, $0.name, $0.text) })

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}

extension ChildOptions: WireValue {
  func write(to writer: inout ByteWriter) {
    writer.append(UInt32(texts.count))
    for (name, text) in texts {
      writer.append(name)
      writer.append(text)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    var texts: [(name: String, text: [UInt8])] = []
    for _ in 0..<(try reader.count(limit: .max)) {
      let name = try reader.text()
      texts.append((name, Array(try reader.bytes())))
    }
    self.init(texts)
  }
}
