import HostPlugins
import HostSystem
import PluginSupport
import TestSupport
import Testing

@testable import HostWorkers

/// Workers that never say more than that their sandbox stands.
private final class SilentWorkers: WorkerWorld {
  private(set) var all: [SayingPort] = []

  func startWorker() throws(SystemError) -> any WorkerPort {
    let port = SayingPort(number: UInt64(all.count))
    port.say(.opened(lacking: []))
    all.append(port)
    return port
  }

  /// Which of them have been told to make the children of these numbers.
  func makers(of children: ClosedRange<UInt32>) -> [Int?] {
    children.map { number in
      all.firstIndex { port in
        port.told.contains { message in
          if case .create(let order) = message { order.child == number } else { false }
        }
      }
    }
  }
}

@Suite struct `Plugins that live in workers` {
  private let silent = SilentWorkers()
  private let catalogue: PluginCatalogue

  /// Compiled once.
  private static let folder = Result { () throws -> ScratchFolder in
    let folder = try ScratchFolder()
    for id in ["a", "b"] {
      var plugin = SmallPlugin()
      plugin.id = "com.example.\(id)"
      try plugin.compile(into: folder, as: "\(id).so")
    }
    return folder
  }

  init() throws {
    let path = try PluginSearchPath(
      flags: [Self.folder.get().path], environment: nil, home: nil, bundled: nil)
    catalogue = PluginCatalogue(loading: path, for: ProgramName(version: "1"))
  }

  private func make(_ plugins: [Int], in workers: PluginWorkers) throws -> [WorkerChild] {
    try plugins.map { plugin in
      try workers.makeChild(
        catalogue.types[plugin], of: catalogue, options: ChildOptions(nil), states: [], saved: nil,
        services: NoServices())
    }
  }

  @Test(arguments: [.each, .auto] as [Isolation])
  func `have one each`(isolation: Isolation) throws {
    let workers = PluginWorkers(in: silent, for: isolation)
    _ = try make([0, 1, 0, 1], in: workers)
    #expect(silent.makers(of: 1...4) == [0, 1, 0, 1])
    #expect(workers.has(catalogue.plugins[0]))
    #expect(!PluginWorkers(in: silent, for: .none).has(catalogue.plugins[0]))
  }

  @Test(arguments: [(Isolation.none, false, false), (.auto, false, true), (.each, true, true)])
  func `are those that are not bundled, all, or none`(
    isolation: Isolation, hasOwn: Bool, hasOthers: Bool
  ) throws {
    let path = PluginSearchPath(
      flags: [], environment: nil, home: nil, bundled: .directory(try Self.folder.get().path))
    let own = PluginCatalogue(loading: path, for: ProgramName(version: "1"))
    let workers = PluginWorkers(in: silent, for: isolation)
    #expect(workers.has(own.plugins[0]) == hasOwn && workers.has(catalogue.plugins[0]) == hasOthers)
  }

  @Test func `are asked for the state of each child, and print as their own`() throws {
    let workers = PluginWorkers(in: silent, for: .each)
    let children = try make([0, 0, 1], in: workers)
    for (number, worker) in [(1, 0), (2, 0), (3, 1)] {
      silent.all[worker].say(
        .created(child: UInt32(number), catalogue.types[worker], ChildAnswers()))
    }
    silent.all[1].prints = [Array("hello\n".utf8)]
    for port in silent.all {
      workers.take(Ready(port.token, isReadable: true), at: 0)
      workers.take(Ready(port.outputToken, isReadable: true), at: 0)
    }
    workers.requestSavedStates()
    let asked = silent.all.map {
      $0.told.compactMap { if case .save(let n) = $0 { n } else { nil } }
    }
    #expect(asked == [[1, 2], [3]] && children.allSatisfy(\.isSaving) && !workers.areAtRest)
    let printed = workers.takeEvents().compactMap { event in
      if case .printed(let id, let line) = event {
        (id ?? "") + ":" + String(decoding: line, as: UTF8.self)
      } else {
        nil
      }
    }
    #expect(printed == ["com.example.b:hello"])
  }

  @Test func `have what they are granted`() throws {
    var grants = PluginGrants()
    let contents = try catalogue.plugins[1].openFile().contents()
    grants.grant(
      PluginGrant(GrantedNeeds(.network), to: .contents(contents)), to: "com.example.b")
    let workers = PluginWorkers(in: silent, for: .each, by: grants)
    let children = try make([0, 1, 0, 1], in: workers)
    #expect(silent.makers(of: 1...4) == [0, 1, 0, 1])
    #expect(silent.all.map { $0.told.contains(.order(.run, [.network])) } == [false, true])
    #expect(!children[1].missing.isAny)
  }

  @Test func `have a new one when they are renewed, and the old one ends when nobody uses it`()
    throws
  {
    let workers = PluginWorkers(in: silent, for: .each)
    let children = try make([0, 1], in: workers)
    workers.renew(0)
    _ = try make([0, 1], in: workers)
    #expect(silent.makers(of: 1...4) == [0, 1, 2, 1])
    workers.endOutdated()
    #expect(!silent.all[0].told.contains(.end))
    children[0].destroy()
    children[1].destroy()
    workers.endOutdated()
    #expect(silent.all.map { $0.told.contains(.end) } == [true, false, false])
  }

  @Test func `have a new one after theirs has failed, whose end is told first`() throws {
    let workers = PluginWorkers(in: silent, for: .each)
    _ = try make([0], in: workers)
    silent.all[0].say(.end)
    workers.take(Ready(silent.all[0].token, isReadable: true), at: 0)
    _ = try make([0, 1], in: workers)
    #expect(silent.makers(of: 1...3) == [0, 1, 2])
    #expect(workers.takeEvents().count == 1 && workers.areAtRest == false)
  }

  @Test func `are late while one that lives is, and have ended when all have`() throws {
    let workers = PluginWorkers(in: silent, for: .each)
    _ = try make([0, 1], in: workers)
    workers.timeIs(1_000_000_000)
    #expect(workers.areLate && workers.lateness?.nanoseconds == 1_000_000_000)
    workers.requestEnd()
    #expect(!workers.haveEnded)
    workers.end()
    #expect(workers.haveEnded && !workers.areLate && workers.areAtRest && workers.lateness == nil)
  }
}
