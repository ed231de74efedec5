import HostPlugins
import HostSystem
import PluginSupport
import TestSupport
import Testing

@testable import HostWorkers

@Suite struct `Plugins that live in workers` {
  /// Of workers that say that their sandbox stands.
  private let silent = SayingWorld(saying: .opened(lacking: []))
  private let catalogue: PluginCatalogue

  private static let folder = Result { () throws -> ScratchFolder in
    let folder = try ScratchFolder()
    for name in ["a", "b"] { try folder.compile(name) }
    return folder
  }

  init() throws {
    let path = try PluginSearchPath(
      flags: [Self.folder.get().path], environment: nil, home: nil, bundled: nil)
    catalogue = PluginCatalogue(loading: path, for: HostIdentity(version: "1"))
  }

  /// Which workers have been told to make the children of these numbers.
  private func makers(of children: ClosedRange<UInt32>) -> [Int?] {
    children.map { number in
      silent.all.firstIndex { port in
        port.told.contains { message in
          if case .create(let order) = message { order.child == number } else { false }
        }
      }
    }
  }

  private func make(_ plugins: [Int], in workers: PluginWorkers) throws -> [RemoteChild] {
    try plugins.map { plugin in
      try workers.makeChild(
        catalogue.types[plugin], of: catalogue, options: ChildOptionValues(nil), states: [],
        saved: nil, services: NoServices())
    }
  }

  @Test(arguments: [.each, .auto] as [Isolation])
  func `have one each`(isolation: Isolation) throws {
    let workers = PluginWorkers(in: silent, for: isolation)
    _ = try make([0, 1, 0, 1], in: workers)
    #expect(makers(of: 1...4) == [0, 1, 0, 1])
    #expect(workers.has(catalogue.plugins[0]))
    #expect(!PluginWorkers(in: silent, for: .none).has(catalogue.plugins[0]))
  }

  @Test(arguments: [(Isolation.none, false, false), (.auto, false, true), (.each, true, true)])
  func `are those that are not bundled, all, or none`(
    isolation: Isolation, hasOwn: Bool, hasOthers: Bool
  ) throws {
    let path = PluginSearchPath(
      flags: [], environment: nil, home: nil, bundled: .bundled(try Self.folder.get().path))
    let own = PluginCatalogue(loading: path, for: HostIdentity(version: "1"))
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
    guard case .printed("com.example.b", let line)? = workers.takeEvents().last else {
      Issue.record("it prints as another, or not at all")
      return
    }
    #expect(line == Array("hello".utf8))
  }

  @Test func `have what they are granted`() throws {
    var grants = PluginGrants()
    let contents = try catalogue.plugins[1].openFile().contents()
    grants.grant(PluginGrant(GrantedNeeds(.network), to: .contents(contents)), to: "com.example.b")
    let workers = PluginWorkers(in: silent, for: .each, by: grants)
    let children = try make([0, 1, 0, 1], in: workers)
    #expect(makers(of: 1...4) == [0, 1, 0, 1])
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
    #expect(makers(of: 1...4) == [0, 1, 2, 1])
    workers.endOutdated()
    #expect(!silent.all[0].told.contains(.end))
    children[0].destroy()
    children[1].destroy()
    for _ in 0..<2 { workers.endOutdated() }
    #expect(silent.all.map { port in port.told.count { $0 == .end } } == [1, 0, 0])
  }

  @Test func `have a new one after theirs has failed, whose end is told first`() throws {
    let workers = PluginWorkers(in: silent, for: .each)
    _ = try make([0], in: workers)
    silent.all[0].say(.end)
    workers.take(Ready(silent.all[0].token, isReadable: true), at: 0)
    _ = try make([0, 1], in: workers)
    #expect(makers(of: 1...3) == [0, 1, 2])
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

  @Test func `are told all that the host knows of a child that is made`() throws {
    let workers = PluginWorkers(in: silent, for: .each)
    let order = ChildOrder(
      child: 1, id: "com.example.b", options: ChildOptionValues([("depth", [0x33])]),
      states: ["a", "b"], saved: [1, 2], isNamed: true)
    let child = try workers.makeChild(
      catalogue.types[1], of: catalogue, options: order.options, states: order.states,
      saved: order.saved, isNamed: true, services: NoServices())
    #expect(silent.all[0].told.contains(.create(order)) && child.saveState() == [1, 2])
  }

  private func say(
    _ message: WorkerMessage, by index: Int, to workers: PluginWorkers, at now: Int64
  ) {
    silent.all[index].say(message)
    workers.take(Ready(silent.all[index].token, isReadable: true), at: now)
  }

  private func made(_ index: Int) -> WorkerMessage {
    .created(child: UInt32(index + 1), catalogue.types[index], ChildAnswers())
  }

  @Test(arguments: [0, 1]) func `are waited for whichever of them is late, and that one is ended`(
    late: Int
  ) throws {
    let workers = PluginWorkers(in: silent, for: .each)
    _ = try make([0, 1], in: workers)
    let second: Int64 = 1_000_000_000
    // A time in which the host handled nothing counts for neither.
    workers.waitAnew(at: 10 * second)
    workers.judgeLateness()
    #expect(!workers.areLate && silent.all.allSatisfy { !$0.hasEnded })
    say(made(1 - late), by: 1 - late, to: workers, at: 10 * second)
    #expect(!workers.areAtRest)
    for (now, hasEnded) in [(11, false), (12, true)] as [(Int64, Bool)] {
      workers.timeIs(now * second)
      workers.judgeLateness()
      #expect(workers.areLate == !hasEnded && workers.areAtRest == hasEnded)
      #expect(workers.lateness?.child.number == (hasEnded ? nil : UInt32(late + 1)))
      #expect(workers.nextDeadline == (hasEnded ? nil : 12 * second))
      #expect(silent.all[late].hasEnded == hasEnded && !silent.all[1 - late].hasEnded)
    }
    #expect(!workers.haveEnded)
  }

  @Test(arguments: [0, 1]) func `are idle when the last of them is, and watched from then on`(
    last: Int
  ) throws {
    let workers = PluginWorkers(in: silent, for: .each)
    _ = try make([0, 1], in: workers)
    for index in 0...1 { say(made(index), by: index, to: workers, at: 0) }
    workers.requestIdle()
    for index in [1 - last, last] {
      #expect(workers.awaitIdle && !workers.areAtRest && silent.all[index].told.last == .idle)
      say(.idle, by: index, to: workers, at: 0)
    }
    #expect(workers.areAtRest && !workers.awaitIdle && workers.misconduct == nil)
    for second in 1...3 as ClosedRange<Int64> {
      silent.all[last].processorNanoseconds = second * 1_000_000_000
      workers.timeIs(second * 1_000_000_000)
      workers.judgeLateness()
    }
    #expect(workers.misconduct?.child.number == UInt32(last + 1))
  }
}
