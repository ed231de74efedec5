package import HostPlugins
package import HostSystem

/// What the host tells a worker, a message each.
///
/// Both ends are the same executable, so they agree on what the bytes mean; a worker that gets others
/// ends.
package enum HostMessage: Equatable, Sendable {
  /// A library may be read, besides the system's; before `order`.
  case grant(path: String)
  /// From here the sandbox stands, with what the user has granted, and this is the worker's work; a file for
  /// the record of calls may come with it.
  case order(WorkerMode, PluginNeeds)
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
  case news(child: UInt32, ChildNews)
  /// The answer names the ticket.
  case input(child: UInt32, ticket: UInt32, ChildInput)
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
  /// The user has granted it to have programs run.
  var mayRun = false
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

  package init(
    check: String, path: String, seed: UInt64, argument: String? = nil,
    options: [OptionChoice] = [], programs: [UInt8] = []
  ) {
    self.check = check
    self.path = path
    self.seed = seed
    self.argument = argument
    self.options = options
    self.programs = programs
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
    case .order(let mode, let needs):
      begin(.order)
      writer.append(mode.rawValue)
      writer.append(needs.rawValue)
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
      writer.append(order.id)
      writer.append(order.argument)
      order.options.write(to: &writer)
    case .facts(let facts):
      begin(.facts)
      facts.write(to: &writer)
    case .news(let child, let news):
      begin(.news)
      writer.append(child)
      news.write(to: &writer)
    case .input(let child, let ticket, let input):
      begin(.input)
      writer.append(child)
      writer.append(ticket)
      input.write(to: &writer)
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
    case .order:
      guard let mode = WorkerMode(rawValue: try reader.uint8()) else { throw .init() }
      self = .order(mode, PluginNeeds(rawValue: try reader.uint32()))
    case .scan: self = .scan(path: try reader.text())
    case .check:
      self = .check(try CheckOrder(from: &reader))
    case .load: self = .load(path: try reader.text())
    case .create: self = .create(try ChildOrder(from: &reader))
    case .read:
      self = .read(
        ReadingOrder(
          id: try reader.text(), argument: try reader.text(),
          options: try ChildOptions(from: &reader)))
    case .facts: self = .facts(try RunFacts(from: &reader))
    case .news: self = .news(child: try reader.uint32(), try ChildNews(from: &reader))
    case .input:
      self = .input(
        child: try reader.uint32(), ticket: try reader.uint32(), try ChildInput(from: &reader))
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
    case idle, read
  }
}

extension ChildOrder {
  func write(to writer: inout ByteWriter) {
    writer.append(child)
    writer.append(id)
    options.write(to: &writer)
    writer.append(UInt32(states.count))
    for state in states { writer.append(state) }
    writer.append(saved != nil)
    if let saved { writer.append(saved) }
    writer.append(mayRun)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    child = try reader.uint32()
    id = try reader.text()
    options = try ChildOptions(from: &reader)
    states = []
    for _ in 0..<(try reader.count(limit: .max)) { states.append(try reader.text()) }
    saved = try reader.flag() ? Array(try reader.bytes()) : nil
    mayRun = try reader.flag()
  }
}

extension CheckOrder {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.append(check)
    writer.append(path)
    writer.append(seed)
    writer.append(argument != nil)
    if let argument { writer.append(argument) }
    writer.append(UInt32(options.count))
    for option in options {
      writer.append(option.id)
      writer.append(option.name)
      writer.append(option.text)
    }
    writer.append(programs)
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    check = try reader.text()
    path = try reader.text()
    seed = try reader.uint64()
    argument = try reader.flag() ? try reader.text() : nil
    var options: [OptionChoice] = []
    for _ in 0..<(try reader.count(limit: .max)) {
      options.append(
        OptionChoice(id: try reader.text(), name: try reader.text(), text: try reader.text()))
    }
    self.options = options
    programs = Array(try reader.bytes())
  }
}

extension ChildOptions {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.append(UInt32(texts.count))
    for (name, text) in texts {
      writer.append(name)
      writer.append(text)
    }
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    var texts: [(name: String, text: [UInt8])] = []
    for _ in 0..<(try reader.count(limit: .max)) {
      let name = try reader.text()
      texts.append((name, Array(try reader.bytes())))
    }
    self.init(texts)
  }
}
