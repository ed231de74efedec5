package import HostPlugins
internal import HostSurface
package import HostSystem

/// What the host tells a worker, a message each.
///
/// Both ends are the same executable, so they agree on what the bytes mean; a worker that gets others
/// ends.
package enum HostMessage: Equatable, Sendable {
  /// A library may be read, besides the system's; before `order`, and in the mode `scan` before each `scan`.
  case grant(path: String)
  /// A program may be started; before `order`.
  case grantProgram(path: String)
  /// From here the sandbox stands, with what the user has granted, and this is the worker's work; a file for
  /// the record of calls may come with it. A worker whose sandbox lacks more than it may ends at once.
  case order(WorkerMode, PluginNeeds, mayLack: SandboxParts = [])
  /// What does the plugin offer that comes with the message? In the mode `scan`.
  case scan(path: String)
  /// A check is run of the plugin that comes with the message. In the mode `check`.
  case check(CheckOrder)
  /// The plugin that comes with the message is loaded; in the mode `run`, as all below.
  case load(path: String)
  case create(ChildOrder)
  /// A source of the plugin that was loaded is read. In the mode `read`.
  case read(ReadingOrder)
  /// What children find of the program from now on.
  case facts(RunFacts)
  case news(child: UInt32, ChildEvent)
  /// What they can read of the content beside its rows, from now on.
  case overview(ContentOverview)
  /// The answer names the ticket. A child that uses it draws a layer of this size with the answer, if it asks for that;
  /// nil: it does not.
  case input(child: UInt32, ticket: UInt32, ChildInput, drawing: LayerSize? = nil)
  /// A layer of this size is to be drawn.
  case draw(child: UInt32, columns: Int32, rows: Int32)
  /// What was asked for last, as a `ContentAnswer` has it.
  case answer([UInt8])
  case save(child: UInt32)
  case destroy(child: UInt32)
  /// Requests a reply once everything sent before is done.
  case idle
  /// All plugins are ended, and then the worker.
  case end
}

/// The size of a child's layer, in cells.
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

/// A child that a worker is to make.
package struct ChildOrder: Equatable, Sendable {
  /// What messages call it.
  package var child: UInt32
  package var id: String
  var options: ChildOptions
  /// The states that it may ask for.
  var states: [String]
  /// What it saved before.
  var saved: [UInt8]?
  /// The user's states file or command line names it.
  var isNamed = false
}

/// A source that a worker is to read.
package struct ReadingOrder: Equatable, Sendable {
  let id: String
  /// What the user gives it.
  let argument: String
  let options: ChildOptions
}

/// A check of a plugin that a worker is to run.
package struct CheckOrder: Equatable, Sendable {
  package let check: String
  /// The plugin's.
  package let path: String
  /// For what is random in it.
  package let seed: UInt64
  /// What its sources are given; nil: nothing.
  package let argument: String?
  /// What the user gives its children and sources, each by its id.
  package let options: [OptionChoice]
  /// A file that says what the programs do that children run; empty: none does.
  package let programs: [UInt8]
  /// The plugin is one of the program's own.
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

/// What a worker is for.
package enum WorkerMode: UInt8, Equatable, Sendable {
  /// It finds out what the plugins of many files offer.
  case scan = 1
  /// It has the children of plugins.
  case run = 2
  /// It runs one check of a plugin; how it goes it writes into the file that comes with the order.
  case check = 3
  /// The same, and what the sandbox refuses ends it.
  case trappedCheck = 4
  /// It reads a source of a plugin's, as a command would.
  case read = 5
}

// MARK: - As bytes

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
    case .facts: self = .facts(try RunFacts(from: &reader))
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

  private enum Tag: UInt8 {
    case grant = 1
    case order, scan, load, create, facts, news, input, draw, answer, save, destroy, end, check
    case idle, read, overview, grantProgram
  }
}

// Forgetting a field in one of these lists does not compile: it is one of the initializer's.

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
